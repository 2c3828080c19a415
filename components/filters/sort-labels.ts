/** The order of a list in words: `created, newest first`. */
export const sortLabels = ({ by, order }: { by: 'CREATED_AT' | 'UPDATED_AT'; order: 'ASC' | 'DESC' }): string =>
  `${by === 'CREATED_AT' ? 'created' : 'updated'}, ${order === 'DESC' ? 'newest' : 'oldest'} first`
