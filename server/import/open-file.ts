import { basename } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { AppError } from '#server/platform/errors.ts'
import { checkFormat } from './check-format.ts'
import type { ImportOptions, ReportProgress } from './import-summary.ts'
import { readOrganisationWords } from './mapping/organisation-labels.ts'
import { type PreparedImport, prepareImport } from './mapping/prepare-import.ts'
import { createPeopleOfImport, type PeopleOfImport } from './people.ts'
import { createRefusalLog, type RefusalLog } from './refusals.ts'
import { openSource } from './source/open-source.ts'
import type { Source } from './source/source.ts'
import { allTargets } from './targets/all-targets.ts'
import { createRemarks, type RemarkList } from './targets/remarks.ts'
import type { Target } from './targets/target.ts'

/** An open file, the rules for reading its rows, and the findings about them. */
export type ImportedFile = {
  readonly name: string
  readonly target: Target
  readonly source: Source
  readonly prepared: PreparedImport
  readonly people: PeopleOfImport
  readonly refusals: RefusalLog
  readonly remarks: RemarkList
}

/** Opens a file and decides how to read it. Throws `not_found` and `invalid_request` if it cannot be read. */
export async function openFile(
  pool: Pool,
  { path, entity, mapping = {}, encoding = mapping.encoding, timeZone, refusedPath }: ImportOptions,
  onProgress: ReportProgress,
): Promise<ImportedFile> {
  const name = basename(path)
  const target = allTargets[entity]
  const remarks = createRemarks()
  const source = await openSource(path, { ...mapping, encoding })
  onProgress({ total: source.size })
  checkFormat(source, entity, name)
  const words = await readOrganisationWords(drizzle(pool))
  const prepared = await prepareImport(source, target, { mapping, timeZone, remarks, words })
  if (prepared.question !== undefined) throw new AppError('invalid_request', prepared.question)
  const refusals = createRefusalLog(source, refusedPath?.(source.header ? 'csv' : 'ndjson'))
  return { name, target, source, prepared, people: createPeopleOfImport(target), refusals, remarks }
}
