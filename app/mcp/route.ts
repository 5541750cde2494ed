import { createMcpRoute } from '#server/mcp/mcp-route.ts'

/** Loaded with the first request: most installations have no assistant. */
const handler = createMcpRoute(async (ctx, mayPropose) =>
  (await import('#server/mcp/assistant-server.ts')).createAssistantHandler(ctx, mayPropose),
)

export { handler as DELETE, handler as GET, handler as POST }
