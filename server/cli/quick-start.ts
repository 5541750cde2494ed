import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { projectDir } from '#server/db/project-dir.ts'
import { quickImports } from '#server/quick-imports.ts'

// Before a command, by `node --import`: what it imports is found and compiled quickly, as for the production entry. A
// command that only tells how it is called takes 0.4 s of a processor and 100 MB then, instead of 1.9 s and 300.

const project = projectDir()
enableCompileCache(join(project, 'node_modules', '.cache', 'hindsight'))
quickImports(project)
