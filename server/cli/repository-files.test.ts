import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { projectDir } from '#server/platform/project-dir.ts'

const textOf = (file: string) => readFileSync(join(projectDir(), file), 'utf8')
const { scripts, devDependencies } = JSON.parse(textOf('package.json'))

const stepsOf: Readonly<Record<string, () => readonly string[]>> = {
  '.github/workflows/test.yml': () =>
    Object.values<{ steps: { run?: string }[] }>(parse(textOf('.github/workflows/test.yml')).jobs).flatMap(
      ({ steps }) => steps.flatMap(({ run }) => run ?? []),
    ),
  '.gitlab-ci.yml': () => {
    const { test, laboratories, package: made } = parse(textOf('.gitlab-ci.yml'))
    return [...test.script, ...laboratories.script, ...made.script]
  },
}

test.each(Object.entries(stepsOf))(
  '%s tests, tries the laboratories and packages with scripts that exist',
  (_file, steps) => {
    const names = steps().flatMap((step) => /^npm (?!install)(?:run )?(\S+)$/.exec(step)?.[1] ?? [])
    expect(names).toEqual(['test', 'build', 'test:laboratories', 'package'])
    for (const name of names) expect(Object.keys(scripts)).toContain(name)
  },
)

test('pipelines and version managers use the Node of the project', () => {
  const version = textOf('.node-version').trim()
  expect(version).toBe(devDependencies.node)
  expect(parse(textOf('.gitlab-ci.yml')).default.image).toBe(`node:${version.split('.')[0]}-bookworm`)
})

test('both hosts ask the same of a merge', () => {
  expect(textOf('.gitlab/merge_request_templates/Default.md')).toBe(textOf('.github/pull_request_template.md'))
})
