import { enableCompileCache, type RegisterHooksOptions, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { projectDir } from './project-dir.ts'

type Resolve = NonNullable<RegisterHooksOptions['resolve']>

/** Has modules found and compiled quickly from now on, found so until `end` is called. */
export function startQuickly(): { end(): void } {
  const project = projectDir()
  enableCompileCache(join(project, 'node_modules', '.cache', 'hindsight'))
  return quickImports(project)
}

/**
 * Finds modules without reading the package.json around each importing file again. Node parses drizzle's, which is
 * 179 kB, for each of some 300 imports: 1.5 s and 200 MB of a start. For modules imported until `end` is called.
 */
function quickImports(project: string): { end(): void } {
  const root = pathToFileURL(`${project}/`).href
  const libraries = `${root}node_modules/`
  const found = new Map<string, ReturnType<Resolve>>()
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const from = context.parentURL ?? ''
      if (!from.startsWith(root) || !context.conditions.includes('import')) return next(specifier, context)
      if (!from.startsWith(libraries)) {
        if (/^#.*\.ts$/.test(specifier)) return fileOfProject(new URL(specifier.slice(1), root))
        if (/^\..*\.ts$/.test(specifier)) return fileOfProject(new URL(specifier, from))
        if (/^[#.]/.test(specifier)) return next(specifier, context)
        const known = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
        found.set(specifier, known)
        return known
      }
      const isWithinDrizzle = from.startsWith(`${libraries}drizzle-orm/`) && specifier.startsWith('.')
      if (!isWithinDrizzle || !specifier.endsWith('.js')) return next(specifier, context)
      return { url: new URL(specifier, from).href, format: 'module', shortCircuit: true }
    },
  })
  return { end: () => hooks.deregister() }
}

const fileOfProject = ({ href: url }: URL) => ({ url, format: 'module-typescript', shortCircuit: true })
