import fc from 'fast-check'

// By default, fast-check makes lists and texts of about ten members, even if a test allows longer ones.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true })
