import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectDir } from '#server/platform/project-dir.ts'

/** The samples of Prometheus's text format by series, as written. */
export function readSamples(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]))
}

const metric = /\b((?:hindsight|nodejs|process)_[a-z0-9_]+)(?:\{([^}]*)\})?/g

/** The metrics and labels that a file under `deploy/` queries. */
export function readDashboard(file: string): { name: string; labels: string[] }[] {
  const text = readFileSync(join(projectDir(), file), 'utf8')
  return [...text.matchAll(metric)].map(([, name = '', matchers = '']) => ({
    name,
    labels: [...matchers.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }))
}
