/** The anchor of the form on the page of a bounty. */
export const anotherTake = 'another-take'
