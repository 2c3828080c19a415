// @ts-check
/** The pictures that `npm run pictures` takes. */
export const pictureNames = /** @type {const} */ (['transfers', 'overview', 'order-review', 'lookup', 'preview'])
