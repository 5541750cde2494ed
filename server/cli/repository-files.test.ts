import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { projectDir } from '#server/platform/project-dir.ts'

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

test('GitHub reads its workflow, and would refuse one with a fault', async () => {
  const [workflow = '', ...others] = workflows.map(readText)
  for (const content of [workflow, ...others]) expect(await findFaults(content)).toEqual([])
  const faults = [
    ['runs-on:', 'runs-onn:', /Unexpected value 'runs-onn'/],
    ['needs: test', 'needs: tests', /depends on unknown job 'tests'/],
    ['github.event_name', 'githubb.event_name', /Unrecognized named-value: 'githubb'/],
    ['contents: read', 'contents: reads', /Unexpected value 'reads'/],
  ] as const
  for (const [right, wrong, fault] of faults) {
    expect(await findFaults(workflow.replace(right, wrong))).toContainEqual(expect.stringMatching(fault))
  }
})

/** Validates a pipeline by the rules and the schema of GitLab, outside of the project. */
function readPipeline(content: string): { readonly jobs: unknown; readonly output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'hindsight-pipeline-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, '.gitlab-ci.yml'), content)
  const args = ['--home', folder, '--list-json']
  const { status, stdout, stderr } = spawnSync('gitlab-ci-local', args, { cwd: folder, encoding: 'utf8' })
  return { jobs: status === 0 ? JSON.parse(stdout) : null, output: stdout + stderr }
}

test('GitLab reads its pipeline, and would refuse one with a fault', () => {
  const pipeline = readText('.gitlab-ci.yml')
  expect(readPipeline(pipeline).jobs).toMatchObject([
    { name: 'test', stage: 'test' },
    { name: 'nightly', stage: 'test' },
    { name: 'package', stage: 'package' },
  ])
  const { jobs, output } = readPipeline(pipeline.replace('timeout:', 'timeouts:'))
  expect(jobs).toBeNull()
  expect(output).toContain("'timeouts' property is not expected")
})
