import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectDir } from './project-dir.ts'

// The bundle replaces the results of this module by lists made at build time (server/cli/bundle.mjs), since it runs
// without `app/`.

/** Imports a file of `app/`, as `app/api/v1/users/route.ts`. */
export const importAppFile = (file: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(projectDir(), file)).href)

/** Every page file below `app/`, as `(dashboard)/changes/page.tsx`. */
export const listPageFiles = (): string[] =>
  readdirSync(join(projectDir(), 'app'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?:^|[\\/])page\.tsx$/.test(file),
  )
