/** Whether a `Host` is a name or an address with or without a port, and nothing else that a URL could hold there. */
export const isHost = (host: string): boolean => !/[\s/?#@\\%,]/.test(host) && URL.canParse(`http://${host}`)
