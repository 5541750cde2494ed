import { createMetadataRoute } from '#server/mcp/protected-resource.ts'

/** Served at the URLs of RFC 9728, which a folder of `app` cannot have. */
const handler = createMetadataRoute()

export { handler as GET, handler as POST }
