export const en = {
  errors: {
    setup_code: 'This is not the code that the server printed when it started',
    invalid_credentials: 'Invalid credentials',
    locked: 'Your account is locked',
    disabled: 'Your account is disabled',
    now_locked: 'Your account has been locked after 3 unsuccessful login attempts',
    password_policy:
      'The password must have at least 10 characters, from at least 3 of these 4 classes: lowercase, uppercase, digit, special character',
  },
} as const
