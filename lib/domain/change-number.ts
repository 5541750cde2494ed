/** Whether a text is the number of one change: a digit, no separator, and at most one blank, as in "CHG 4711". */
export const isChangeNumber = (text: string): boolean =>
  /\d/.test(text) && !/^#|[,;|\n]|\s\S+\s/.test(text) && !/\d\s+\S*\d/.test(text)
