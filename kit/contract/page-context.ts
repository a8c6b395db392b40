/** The header by which a page says for which organisation, person and mode it stands: `context` of the session it was loaded with, as it was told. */
export const contextHeader = 'x-vigie-context'
