/** Formats as `1,204.5`. Avoids `Intl`, whose first use takes a slow phone longer than the rest of a page. */
export const groupDigits = (number: number): string => {
  const [whole = '', ...rest] = String(number).split('.')
  const grouped = whole.replace(
    /^(-?\d{1,3})((?:\d{3})+)$/,
    (_, first, others) => first + others.replace(/\d{3}/g, ',$&'),
  )
  return [grouped, ...rest].join('.')
}

/** Formats a number with at most one decimal: `6.5`, `7`. */
export const groupWithDecimal = (number: number): string => groupDigits(Math.round(number * 10) / 10)
