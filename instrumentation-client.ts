// zod tries whether it may evaluate code; the content security policy refuses that and would report it of every form.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
