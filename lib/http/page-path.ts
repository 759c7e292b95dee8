/** The request header with the path of a page, which the proxy sets: a layout is not told for which page it is rendered. */
export const pathHeader = 'x-cairn-path'
