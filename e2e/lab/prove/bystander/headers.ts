/** Headers of a caller with a token or secret, and of the body that it sends. */
export const bearerOf = (token: string, contentType?: string): Record<string, string> => ({
  Authorization: `Bearer ${token}`,
  ...(contentType !== undefined && { 'Content-Type': contentType }),
})
