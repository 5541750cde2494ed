import { metadataRoute } from '#server/mcp/protected-resource.ts'

/** Served at the addresses of RFC 9728, which a folder of `app` cannot have. */
const handler = metadataRoute()

export { handler as GET, handler as POST }
