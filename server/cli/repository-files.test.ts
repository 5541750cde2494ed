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

const stepsByFile: Readonly<Record<string, () => readonly string[]>> = {
  '.github/workflows/test.yml': () =>
    Object.values<{ steps: { run?: string }[] }>(parse(readText('.github/workflows/test.yml')).jobs).flatMap(
      ({ steps }) => steps.flatMap(({ run }) => run ?? []),
    ),
  '.gitlab-ci.yml': () => {
    const { test, laboratories, package: made } = parse(readText('.gitlab-ci.yml'))
    return [...test.script, ...laboratories.script, ...made.script]
  },
}

test.each(Object.entries(stepsByFile))(
  '%s tests, tries the laboratories and packages with scripts that exist',
  (_file, steps) => {
    const names = steps().flatMap((step) => /^npm (?!install)(?:run )?(\S+)$/.exec(step)?.[1] ?? [])
    expect(names).toEqual(['test', 'build', 'test:laboratories', 'package'])
    for (const name of names) expect(Object.keys(scripts)).toContain(name)
  },
)

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
  const workflow = readText('.github/workflows/test.yml')
  expect(await findFaults(workflow)).toEqual([])
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
    { name: 'laboratories', stage: 'test' },
    { name: 'package', stage: 'package' },
  ])
  const { jobs, output } = readPipeline(pipeline.replace('timeout:', 'timeouts:'))
  expect(jobs).toBeNull()
  expect(output).toContain("'timeouts' property is not expected")
})
