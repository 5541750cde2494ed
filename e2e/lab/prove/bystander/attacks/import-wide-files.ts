import { importFiles } from '../import-files.ts'

const columns = Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(',')

/** Files with millions of columns. */
export const importWideFiles = importFiles('import-wide-files', 'text/csv', [
  ','.repeat(5_000_000),
  ','.repeat(100_000),
  `${columns}\n${'1,'.repeat(100_000)}\n`,
  `number,title,${columns}\nCHG1,Wide\n`,
])
