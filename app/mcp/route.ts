import { mcpRoute } from '#server/mcp/mcp-route.ts'

/** Loaded with the first request: most installations have no assistant. */
const handler = mcpRoute(async (ctx, mayPropose) =>
  (await import('#server/mcp/assistant-server.ts')).assistantHandler(ctx, mayPropose),
)

export { handler as DELETE, handler as GET, handler as POST }
