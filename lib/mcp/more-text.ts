/** The text for a caller without access to headers, if an answer was truncated. */
export function moreText(nextTo: string): string {
  return `More observations match than \`limit\`. For those before, call again with "to": "${nextTo}" and the same "from" as in "window"; drop by observation_id what you have of that second.`
}
