// @ts-check
/**
 * Puts one listener in the place of all that listen for a wish to stop: Next's would wait for connections that a balancer
 * keeps open. It is added before they are removed, because a signal that has arrived is lost while nobody listens.
 * @param {(signal: NodeJS.Signals) => void} listener
 */
export function takeSignals(listener) {
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGINT'])) {
    const before = process.listeners(signal)
    process.on(signal, listener)
    for (const other of before) process.off(signal, /** @type {NodeJS.SignalsListener} */ (other))
  }
}
