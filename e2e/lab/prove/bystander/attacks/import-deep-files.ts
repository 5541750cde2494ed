import { importFiles } from '../import-files.ts'

const depth = 100_000
const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
const list = `${'['.repeat(depth)}${']'.repeat(depth)}`

/** JSON whose fields have 100,000 levels. */
export const importDeepFiles = importFiles('import-deep-files', 'application/json', [
  `[{"number":"CHG1","title":${deep}}]`,
  `[{"number":"CHG1","title":"Deep","created_at":${list}}]`,
])
