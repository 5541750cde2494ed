import cluster from 'node:cluster'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { projectDir } from './db/project-dir.ts'
import { quickImports } from './quick-imports.ts'

// The production entry. What it does is brought in only when it is set that modules are found and compiled quickly.

// Left to itself the heap grows to several times of what is in use, as long as the machine has memory: no faster for it.
setFlagsFromString('--heap-growing-percent=60')
const project = projectDir()
enableCompileCache(join(project, 'node_modules', '.cache', 'hindsight'))
const quick = quickImports(project)
const { readEnvOrStop } = await import('./env.ts')
const env = readEnvOrStop()
if (env.workers > 1 && cluster.isPrimary) {
  const { superviseWorkers } = await import('./workers/supervise.ts')
  superviseWorkers(env)
} else {
  await import('./serve.ts')
}
quick.end()
