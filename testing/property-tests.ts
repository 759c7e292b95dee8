import fc from 'fast-check'

// By default, fast-check makes lists and texts of about ten members, however long a test allows them to be.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true })
