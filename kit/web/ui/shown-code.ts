/** The identifier of an object as it is shown: what begins with `_` is the program's own word for what it made itself, and tells people nothing. */
export const shownCode = (identifier: unknown): string => (typeof identifier === 'string' && !identifier.startsWith('_') ? identifier : '')
