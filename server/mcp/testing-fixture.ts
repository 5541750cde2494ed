import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  createRequestStateCodec,
  fromJsonSchema,
  InMemoryServerEventBus,
  type InputRequest,
  inputRequired,
  inputResponse,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'

// A server with the tools, prompts and resources that the conformance suite calls, to try our handler with more than it
// offers itself.

export const fixtureBus = new InMemoryServerEventBus()
const states = createRequestStateCodec<string>({ key: 'a key of the tests with at least 32 bytes' })

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const silence = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='
const text = (value: string) => ({ type: 'text' as const, text: value })
const image = { type: 'image' as const, data: pixel, mimeType: 'image/png' }
const resource = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: 'Embedded' },
})
const toReply = (...content: ReturnType<typeof text | typeof resource>[]) => ({ content })

const Name = z.object({ name: z.string() })
const Color = z.object({ color: z.string() })
const Agreed = z.object({ ok: z.boolean() })
const Nothing = z.object({})
const ask = (message: string, requestedSchema: z.ZodObject) => inputRequired.elicit({ message, requestedSchema })
const sample = (question: string) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(question) }], maxTokens: 100 })

/** Creates the server that the conformance suite calls. */
export function createFixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'fixture', version: '1.0.0' },
    {
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: {},
        completions: {},
        logging: {},
      },
      requestState: { verify: states.verify },
    },
  )
  addPlainTools(server)
  addAskingTools(server)
  addResources(server)
  addPrompts(server)
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }))
  return server
}

type FixtureAnswer = (ctx: ServerContext) => unknown
const addTool = (server: McpServer, name: string, answer: FixtureAnswer) =>
  server.registerTool(name, { description: `Tool ${name} of the suite`, inputSchema: Nothing }, (async (
    _: object,
    ctx: ServerContext,
  ) => answer(ctx)) as never)

function addPlainTools(server: McpServer): void {
  addTool(server, 'test_simple_text', () => toReply(text('This is a simple text response for testing.')))
  addTool(server, 'test_image_content', () => ({ content: [image] }))
  addTool(server, 'test_audio_content', () => ({ content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] }))
  addTool(server, 'test_embedded_resource', () => toReply(resource('test://embedded-resource')))
  addTool(server, 'test_multiple_content_types', () => ({
    content: [text('Several types:'), image, resource('test://mixed-content-resource')],
  }))
  addTool(server, 'test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
  addTool(server, 'test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken ?? 0
    for (const progress of [0, 50, 100]) {
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } })
    }
    return toReply(text(String(progressToken)))
  })
  addTool(server, 'test_logging_tool', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Called')
    return toReply(text('Logged'))
  })
  // The library rejects a question that the client has not declared to support.
  addTool(server, 'test_missing_capability', () =>
    inputRequired({ inputRequests: { sampled: sample('Say something') } }),
  )
  addTool(server, 'test_trigger_tool_change', () => {
    fixtureBus.publish({ kind: 'tools_list_changed' })
    return toReply(text('Changed'))
  })
  addTool(server, 'test_trigger_prompt_change', () => {
    fixtureBus.publish({ kind: 'prompts_list_changed' })
    return toReply(text('Changed'))
  })
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    $defs: {
      address: {
        $anchor: 'addressDef',
        type: 'object',
        properties: { street: { type: 'string' }, city: { type: 'string' } },
      },
    },
    properties: {
      name: { type: 'string' },
      address: { $ref: '#/$defs/address' },
      contactMethod: { type: 'string', enum: ['phone', 'email'] },
      phone: { type: 'string' },
      email: { type: 'string' },
    },
    allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
    if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ['phone'] },
    else: { required: ['email'] },
    additionalProperties: false,
  }
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'A tool with JSON Schema 2020-12', inputSchema: fromJsonSchema(schema as never) },
    async () => toReply(text('Called')),
  )
  const inHeader = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } }
  server.registerTool(
    'tool_with_header',
    { description: 'A tool with an argument that a header repeats', inputSchema: fromJsonSchema(inHeader as never) },
    async () => toReply(text('Called')),
  )
}

/** Returns the capabilities that the client has declared. */
const getCapabilities = ({ mcpReq }: ServerContext): ClientCapabilities =>
  (mcpReq.envelope as Record<string, ClientCapabilities> | undefined)?.[CLIENT_CAPABILITIES_META_KEY] ?? {}

function addAskingTools(server: McpServer): void {
  const greet = ({ mcpReq }: ServerContext) => {
    const accepted = acceptedContent(mcpReq.inputResponses, 'user_name', Name)
    if (accepted) return toReply(text(`Hello, ${accepted.name}!`))
    return inputRequired({ inputRequests: { user_name: ask('What is your name?', Name) } })
  }
  addTool(server, 'test_input_required_result_elicitation', greet)
  addTool(server, 'test_streaming_elicitation', greet)
  addTool(server, 'test_input_required_result_sampling', ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question')
    if (answer.kind === 'sampling') return toReply(text(JSON.stringify(answer.result.content)))
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } })
  })
  addTool(server, 'test_input_required_result_list_roots', ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots')
    if (answer.kind === 'roots') return toReply(text(JSON.stringify(answer.roots)))
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  })
  for (const name of ['test_input_required_result_request_state', 'test_input_required_result_tampered_state']) {
    addTool(server, name, async ({ mcpReq }) => {
      const isKnown = mcpReq.requestState<string>() === 'asked'
      if (isKnown && acceptedContent(mcpReq.inputResponses, 'confirm', Agreed)) return toReply(text('state-ok'))
      return inputRequired({
        inputRequests: { confirm: ask('Please confirm', Agreed) },
        requestState: await states.mint('asked'),
      })
    })
  }
  addTool(server, 'test_input_required_result_multiple_inputs', async ({ mcpReq }) => {
    const names = ['user_name', 'greeting', 'client_roots']
    if (names.every((name) => inputResponse(mcpReq.inputResponses, name).kind !== 'missing')) {
      return toReply(text('All three arrived.'))
    }
    return inputRequired({
      inputRequests: {
        user_name: ask('What is your name?', Name),
        greeting: sample('Generate a greeting'),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint('asked'),
    })
  })
  addTool(server, 'test_input_required_result_multi_round', async ({ mcpReq }) => {
    const round = mcpReq.requestState<string>()
    const isNamed = round === 'first' && acceptedContent(mcpReq.inputResponses, 'step1', Name)
    if (round === 'second' && acceptedContent(mcpReq.inputResponses, 'step2', Color)) return toReply(text('Done'))
    const [key, request, state]: [string, InputRequest, string] = isNamed
      ? ['step2', ask('Step 2: What is your favorite color?', Color), 'second']
      : ['step1', ask('Step 1: What is your name?', Name), 'first']
    return inputRequired({ inputRequests: { [key]: request }, requestState: await states.mint(state) })
  })
  addTool(server, 'test_input_required_result_capabilities', (ctx) => {
    const { sampling, elicitation } = getCapabilities(ctx)
    return inputRequired({
      inputRequests: {
        ...(sampling && { sampled: sample('Say something') }),
        ...(elicitation && { named: ask('What is your name?', Name) }),
      },
    })
  })
}

function addResources(server: McpServer): void {
  const plain = { description: 'A resource of the suite', mimeType: 'text/plain' }
  server.registerResource('static-text', 'test://static-text', plain, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }))
  server.registerResource('static-binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: pixel }],
  }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { mimeType: 'application/json' }, ({ href }, { id }) => ({
    contents: [
      {
        uri: href,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
      },
    ],
  }))
}

function addPrompts(server: McpServer): void {
  const user = <Content>(content: Content) => ({ role: 'user' as const, content })
  const described = { description: 'A prompt of the suite' }
  server.registerPrompt('test_simple_prompt', described, () => ({ messages: [user(text('A simple prompt.'))] }))
  server.registerPrompt(
    'test_prompt_with_arguments',
    { ...described, argsSchema: z.object({ arg1: z.string(), arg2: z.string() }) },
    ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { ...described, argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri }) => ({ messages: [user(resource(resourceUri)), user(text('Please process it.'))] }),
  )
  server.registerPrompt('test_prompt_with_image', described, () => ({ messages: [user(image), user(text('Look.'))] }))
  server.registerPrompt('test_input_required_result_prompt', described, ({ mcpReq }) => {
    const Context = z.object({ context: z.string() })
    const accepted = acceptedContent(mcpReq.inputResponses, 'user_context', Context)
    if (accepted) return { messages: [user(text(`Use ${accepted.context}.`))] }
    return inputRequired({ inputRequests: { user_context: ask('What context should the prompt use?', Context) } })
  })
}
