/**
 * Whether the sandbox is the one that is built in: its hashes are made up and on no network. The page says so, because its
 * server knows; it is the same for everyone.
 */
let isBuiltIn = false

export const noteBuiltInSandbox = (is: boolean): void => {
  isBuiltIn = is
}

export const isSandboxBuiltIn = () => isBuiltIn
