import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { projectDir } from '#server/platform/project-dir.ts'
import { makeTemporaryFolder } from './temporary-folder.mjs'

const readText = (file: string) => readFileSync(join(projectDir(), file), 'utf8')
const { scripts, devDependencies } = JSON.parse(readText('package.json'))

type Workflow = { jobs: Record<string, { steps: { run?: string; env?: Record<string, string> }[] }> }
const workflows = ['test.yml', 'nightly.yml'].map((name) => join('.github', 'workflows', name))
const readWorkflow = (file: string): Workflow => parse(readText(file))
const listRuns = (file: string) =>
  Object.values(readWorkflow(file).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))

test('both hosts test, try what takes long at night, and package, with scripts that exist', () => {
  const { test, nightly, package: made } = parse(readText('.gitlab-ci.yml'))
  const hosts = [workflows.flatMap(listRuns), [...test.script, ...made.script, ...nightly.script]]
  for (const steps of hosts) {
    const names = steps.flatMap((step) => /(?:^|\s)npm (?!install)(?:run )?(\S+)/.exec(step)?.[1] ?? [])
    const once = [...new Set(names)]
    expect(once.toSorted()).toEqual(['build', 'package', 'plant-faults', 'prove', 'test', 'test:nightly'])
    for (const name of once) expect(Object.keys(scripts)).toContain(name)
  }
})

test('only the step that signs the package has the key', () => {
  const { steps } = readWorkflow('.github/workflows/test.yml').jobs.package ?? { steps: [] }
  const withKey = steps.filter(({ env }) => env && 'HINDSIGHT_SIGNING_KEY' in env)
  expect(withKey.map(({ run }) => run)).toEqual(['npm run package'])
  const { script } = parse(readText('.gitlab-ci.yml')).package
  const mayRead = (step: string) => !step.startsWith('env -u HINDSIGHT_SIGNING_KEY ')
  expect(script.filter(mayRead)).toEqual(['npm run package'])
})

test('pipelines and version managers use the Node of the project', () => {
  const version = readText('.node-version').trim()
  expect(version).toBe(devDependencies.node)
  expect(parse(readText('.gitlab-ci.yml')).default.image).toBe(`node:${version.split('.')[0]}-bookworm`)
})

test('both hosts ask the same of a merge', () => {
  expect(readText('.gitlab/merge_request_templates/Default.md')).toBe(readText('.github/pull_request_template.md'))
})

/** Returns the findings of GitHub's own parser about a workflow. */
async function findFaults(content: string): Promise<string[]> {
  const { context, value } = parseWorkflow({ name: 'test.yml', content }, new NoOperationTraceWriter())
  if (value) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

test.each(workflows)('GitHub reads %s', async (file) => {
  expect(await findFaults(readText(file))).toEqual([])
})

test('GitLab reads its pipeline', () => {
  const folder = makeTemporaryFolder('hindsight-pipeline-')
  writeFileSync(join(folder, '.gitlab-ci.yml'), readText('.gitlab-ci.yml'))
  const args = ['--home', folder, '--list-json']
  const { stdout } = spawnSync('gitlab-ci-local', args, { cwd: folder, encoding: 'utf8' })
  expect(JSON.parse(stdout)).toMatchObject([
    { name: 'test', stage: 'test' },
    { name: 'nightly', stage: 'test' },
    { name: 'package', stage: 'package' },
  ])
})
