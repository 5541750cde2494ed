import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { projectDir } from '#server/platform/project-dir.ts'

const folder = join(projectDir(), 'server', 'demo', 'data')

/** The content of a YAML file under `data/`. Throws an error that names the file and the path of each invalid value. */
export function readData<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  return parseData(file, readFileSync(join(folder, file), 'utf8'), schema)
}

/** As `readData`, of every file of a folder under `data/`, by name. */
export function readFolder<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema>[] {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.yaml'))
  return files.toSorted().map((file) => readData(`${name}/${file}`, schema))
}

export function parseData<Schema extends z.ZodType>(file: string, text: string, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(parseYaml(file, text))
  if (result.success) return result.data
  throw new Error(`server/demo/data/${file} is invalid:\n${z.prettifyError(result.error)}`)
}

function parseYaml(file: string, text: string): unknown {
  try {
    return parse(text, { merge: true })
  } catch (error) {
    throw new Error(`server/demo/data/${file} is not YAML: ${error instanceof Error ? error.message : error}`)
  }
}

/** Calls a function the first time that its value is needed, and never again. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
