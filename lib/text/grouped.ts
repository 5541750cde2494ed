/**
 * A number as English writes it: `1,204`, `1,204.5`. Not by `Intl`, whose first use in a page takes a slow phone longer than
 * everything else that the page writes.
 */
export const grouped = (number: number): string => {
  const [whole = '', ...rest] = String(number).split('.')
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...rest].join('.')
}

/** At most one decimal: `6.5`, `7`. */
export const groupWithDecimal = (number: number): string => grouped(Math.round(number * 10) / 10)
