/** Formats as `1,204.5`. Avoids `Intl`, whose first use takes a slow phone longer than the rest of a page. */
export const groupDigits = (number: number): string => {
  const [whole = '', ...rest] = String(number).split('.')
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.')
}

/** Formats a number with at most one decimal: `6.5`, `7`. */
export const groupWithDecimal = (number: number): string => groupDigits(Math.round(number * 10) / 10)
