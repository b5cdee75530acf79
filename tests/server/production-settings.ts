export const PRODUCTION_ENVIRONMENT = {
  NODE_ENV: 'production',
  ORIGIN: 'https://dacapo.example',
  TRUST_PROXY: '0',
  SECRET: 'q2Zr8vK1-nXw5tYbD3mHcJ7sLpF9gUaE4_Ti6oRx0',
  SMTP_URL: 'smtps://mail.example',
  DATABASE_URL: 'embedded',
}
