import { pickMember } from './json-source.ts'
import { depthFault, isDeepValue } from './limits.ts'
import type { Source } from './source.ts'

export type JsonRow = Readonly<Record<string, unknown>>

/** Rows in memory as a source. */
export const openRows = (rows: readonly JsonRow[]): Source => ({
  format: 'JSON',
  encoding: 'utf-8',
  header: null,
  remarks: [],
  size: rows.length,
  pick: pickMember,
  async *rows() {
    yield rows.map((content, index) => {
      const row = { ordinal: index + 1, line: index + 1 }
      return isDeepValue(content) ? { ...row, content: undefined, fault: depthFault } : { ...row, content }
    })
  },
  place: ({ ordinal }) => `record ${ordinal}`,
})
