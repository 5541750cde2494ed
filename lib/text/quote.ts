/** Quotes a text. Quotation marks in it become single ones, and those around all of it are left out. */
export const quote = (text: string): string =>
  `“${text
    .replace(/^[“"]([^“”"]*)[”"]$/, '$1')
    .replaceAll('“', '‘')
    .replaceAll('”', '’')}”`
