/** Numbers that JavaScript may round, or that have an exponent. */
const mayBeInexact = /(?:^|[:,[])\s*-?(?:\d[\d.]{15}|[\d.]+e)/i

/** Parses JSON. `read` gets each number that JavaScript writes in another way, and returns what stands for it. */
export function parseExactJson(text: string, read: (source: string, value: number) => unknown): unknown {
  if (!mayBeInexact.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, value, context?: { readonly source?: string }) => {
    const source = context?.source
    const isOther = typeof value === 'number' && source !== undefined && source !== String(value)
    return isOther && mayBeInexact.test(source) ? read(source, value) : value
  })
}

/** Parses JSON; a number that JavaScript would round or write in another way stays as the text of the file. */
export const parseKeepingNumbers = (text: string): unknown => parseExactJson(text, (source) => source)

/** True if a number has the value of its text in JSON: `1.50` and `15e-1` have that of 1.5, `1e400` has none. */
export const isExact = (source: string, value: number): boolean => readDecimal(source) === readDecimal(String(value))

/** The significant digits of a number and their exponent, as one text for all ways to write it. */
function readDecimal(text: string): string | undefined {
  const [, whole, fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text) ?? []
  if (whole === undefined) return undefined
  const digits = `${whole}${fraction}`.replace(/^0+/, '')
  const significant = digits.replace(/0+$/, '')
  return significant && `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`
}
