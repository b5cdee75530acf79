/** What a server for everyone needs to start, with its data embedded and nothing before it. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  ORIGIN: 'https://dacapo.example',
  TRUST_PROXY: '0',
  SECRET: 'q2Zr8vK1-nXw5tYbD3mHcJ7sLpF9gUaE4_Ti6oRx0',
  SMTP_URL: 'smtps://mail.example',
  DATABASE: 'embedded',
}
