/** What the people of the demonstration that tests use sign in with, and the provider's root. */
export const demoPassword = 'Vigie-demo-2026'
