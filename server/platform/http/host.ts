/** Whether a `Host` is a name or an address with or without a port, without anything else that a URL may contain. */
export const isHost = (host: string): boolean => !/[\s/?#@\\%,]/.test(host) && URL.canParse(`http://${host}`)
