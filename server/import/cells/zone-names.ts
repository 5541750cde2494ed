/** Abbreviations of zones with one usual meaning, and their minutes east of UTC. */
const zoneNames: Readonly<Record<string, number>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 60,
  cet: 60,
  mez: 60,
  cest: 120,
  mesz: 120,
  eet: 120,
  eest: 180,
  msk: 180,
  est: -300,
  edt: -240,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  jst: 540,
  aest: 600,
  aedt: 660,
  nzst: 720,
  nzdt: 780,
}

/** Abbreviations that several zones share, with their possible meanings. */
const sharedNames: Readonly<Record<string, string>> = {
  cst: 'American or Chinese',
  bst: 'British or Bangladeshi',
  ist: 'Indian, Irish or Israeli',
  ast: 'Atlantic or Arabian',
  amt: 'Amazonian or Armenian',
}

/**
 * Returns the minutes east of UTC of a zone as written behind a time: `Z`, `+01:00`, `+0100`, `+1`, `GMT+2`,
 * `UTC-05:00` or a name such as `CEST`. NaN if the offset has more than 59 minutes; undefined for an unknown name.
 */
export function parseOffsetMinutes(zone: string): number | undefined {
  const utcOffset = /^(?:utc|gmt)?\s?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone)
  if (!utcOffset) return zoneNames[zone.toLowerCase()]
  const minutes = Number(utcOffset[3] ?? 0)
  if (minutes > 59) return Number.NaN
  const offset = Number(utcOffset[2]) * 60 + minutes
  return utcOffset[1] === '-' ? -offset : offset
}

/** Describes an ambiguous zone at the end of a date; undefined if there is none or it is known. */
export function describeUnknownZone(text: string): string | undefined {
  const name = /\d\s?\(?([a-z]{3,5})\)?$/i.exec(text)?.[1]
  if (name === undefined || Object.hasOwn(zoneNames, name.toLowerCase())) return undefined
  const meanings = sharedNames[name.toLowerCase()]
  if (meanings === undefined) return undefined
  return `names the zone ${name.toUpperCase()}, which may be ${meanings}; write the offset, such as +01:00`
}
