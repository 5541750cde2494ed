/**
 * Formats a number in English: `1,204`, `1,204.5`. Avoids `Intl`, whose first use in a page takes a slow phone longer
 * than the rest of the page.
 */
export const groupDigits = (number: number): string => {
  const [whole = '', ...rest] = String(number).split('.')
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.')
}

/** Formats a number with at most one decimal: `6.5`, `7`. */
export const groupWithDecimal = (number: number): string => groupDigits(Math.round(number * 10) / 10)
