import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { projectDir } from '#server/platform/project-dir.ts'

const folder = join(projectDir(), 'server', 'demo', 'data')

/** Reads a YAML file under `data/`. Throws an error that names the file and the path of each invalid value. */
export function readData<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(parse(readFileSync(join(folder, file), 'utf8'), { merge: true }))
  if (result.success) return result.data
  throw new Error(`server/demo/data/${file} is invalid:\n${z.prettifyError(result.error)}`)
}

/** Reads every file of a folder under `data/` as `readData` does, sorted by name. */
export function readFolder<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema>[] {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.yaml'))
  return files.toSorted().map((file) => readData(`${name}/${file}`, schema))
}
