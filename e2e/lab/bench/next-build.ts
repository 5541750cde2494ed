import { execFileSync } from 'node:child_process'

/** Builds the pages that `next start` serves. */
export function buildPages(projectDir: string): void {
  execFileSync('npm', ['run', 'build'], { cwd: projectDir, stdio: ['ignore', 'ignore', 'inherit'] })
}
