// Bundles the production entry and the commands into `dist/`, with the API's route files and without tests.
import { globSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { exitOnOldNode } from './node-version.mjs'
import { externalPackages } from './production-packages.mjs'

const projectDir = resolve(import.meta.dirname, '..', '..')
const commands = [
  'account',
  'backup',
  'connection',
  'import',
  'import-process',
  'ledger',
  'migrate',
  'render-pdf',
  'restore',
  'seed',
  'serve-demo',
  'stop-orphans',
  'token',
]

/** Packages outside of the bundle, including the files inside of them. */
const external = externalPackages.map((name) => new RegExp(`^${name.replace('*', '[^/]+')}(?:/|$)`))

const list = (pattern) => globSync(pattern, { cwd: projectDir }).map((file) => file.replaceAll('\\', '/'))

/** Replaces `server/platform/app-files.ts`, which reads the folder `app/`, by a list of those files. */
const appFiles = {
  name: 'app-files',
  load: {
    filter: { id: /server[\\/]platform[\\/]app-files\.ts$/ },
    handler() {
      const routes = list('app/**/route.ts').filter((file) => !file.startsWith('app/api/app/'))
      const imports = routes.map((file, index) => `import * as route${index} from ${JSON.stringify(`#${file}`)}`)
      const entries = routes.map((file, index) => `${JSON.stringify(file)}: route${index}`)
      const pages = list('app/**/page.tsx').map((file) => file.slice('app/'.length))
      return `${imports.join('\n')}
const files = { ${entries.join(', ')} }
export const importAppFile = async (file) => files[file.replaceAll('\\\\', '/')]
export const listPageFiles = () => ${JSON.stringify(pages)}`
    },
  },
}

const programs = {
  main: 'server/main.ts',
  ...Object.fromEntries(commands.map((name) => [name, join('server', 'cli', `${basename(name)}.ts`)])),
}

/** Passes a warning on, unless it is about `use client`, which means nothing on a server. */
const onLog = (level, log, pass) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && pass(level, log)

/** Programs that others run, in one file without any package: the page in an evidence pack runs in a browser. */
const standalone = [
  { input: 'server/cli/witness.ts', platform: 'node', format: 'esm', file: 'witness.mjs' },
  {
    input: 'server/cli/verify-page.ts',
    platform: 'browser',
    format: 'iife',
    file: join('browser', 'verify-page.js'),
    minify: true,
  },
]

const bundle = await rolldown({
  cwd: projectDir,
  input: programs,
  platform: 'node',
  external,
  plugins: [appFiles],
  logLevel: 'warn',
  onLog,
})
await bundle.write({
  dir: 'dist',
  format: 'esm',
  cleanDir: true,
  entryFileNames: 'programs/[name].js',
  chunkFileNames: 'chunks/[name]-[hash].js',
})
await bundle.close()

// An old Node fails to link a program before it runs any of it, so each is loaded by a file that checks the version.
const outputDir = join(projectDir, 'dist')
for (const name of Object.keys(programs)) {
  const text = `${exitOnOldNode}\nexitOnOldNode(24, 0, '')\nimport('./programs/${name}.js')\n`
  writeFileSync(join(outputDir, `${name}.js`), text)
}

for (const { input, platform, file, ...output } of standalone) {
  const bundle = await rolldown({ cwd: projectDir, input, platform, logLevel: 'warn', onLog })
  await bundle.write({ file: join(outputDir, file), ...output })
  await bundle.close()
}
