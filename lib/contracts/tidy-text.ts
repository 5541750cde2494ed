/** Marks of writing direction, which can disguise a text as another one. */
const direction = String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
const hiddenInLine = new RegExp(String.raw`[\p{Cc}${direction}]`, 'gu')
const hiddenInText = new RegExp(String.raw`(?![\t\n\r])[\p{Cc}${direction}]`, 'gu')

/**
 * Returns a text on one line: line breaks and tabs become blanks, other control characters and direction marks are
 * removed.
 */
export const tidyLine = (text: string): string => text.replace(lineBreaks, ' ').replace(hiddenInLine, '')

/** Removes control characters and direction marks from a text of several lines. */
export const tidyText = (text: string): string => text.replace(hiddenInText, '')
