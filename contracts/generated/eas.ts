// Written by contracts/tools/build.mjs; do not edit.

export const easAbi = [
  {
    "inputs": [
      {
        "internalType": "contract ISchemaRegistry",
        "name": "registry",
        "type": "address"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "constructor"
  },
  {
    "inputs": [],
    "name": "AccessDenied",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "AlreadyRevoked",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "AlreadyRevokedOffchain",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "AlreadyTimestamped",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "DeadlineExpired",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "FailedCall",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "balance",
        "type": "uint256"
      },
      {
        "internalType": "uint256",
        "name": "needed",
        "type": "uint256"
      }
    ],
    "name": "InsufficientBalance",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InsufficientValue",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidAttestation",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidAttestations",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidExpirationTime",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidLength",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidNonce",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidOffset",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidRegistry",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidRevocation",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidRevocations",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidSchema",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidShortString",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidSignature",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "InvalidVerifier",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "Irrevocable",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotFound",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "NotPayable",
    "type": "error"
  },
  {
    "inputs": [
      {
        "internalType": "string",
        "name": "str",
        "type": "string"
      }
    ],
    "name": "StringTooLong",
    "type": "error"
  },
  {
    "inputs": [],
    "name": "WrongSchema",
    "type": "error"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "recipient",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "attester",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "uid",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "schemaUID",
        "type": "bytes32"
      }
    ],
    "name": "Attested",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [],
    "name": "EIP712DomainChanged",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "oldNonce",
        "type": "uint256"
      },
      {
        "indexed": false,
        "internalType": "uint256",
        "name": "newNonce",
        "type": "uint256"
      }
    ],
    "name": "NonceIncreased",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "recipient",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "address",
        "name": "attester",
        "type": "address"
      },
      {
        "indexed": false,
        "internalType": "bytes32",
        "name": "uid",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "schemaUID",
        "type": "bytes32"
      }
    ],
    "name": "Revoked",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "address",
        "name": "revoker",
        "type": "address"
      },
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "data",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "uint64",
        "name": "timestamp",
        "type": "uint64"
      }
    ],
    "name": "RevokedOffchain",
    "type": "event"
  },
  {
    "anonymous": false,
    "inputs": [
      {
        "indexed": true,
        "internalType": "bytes32",
        "name": "data",
        "type": "bytes32"
      },
      {
        "indexed": true,
        "internalType": "uint64",
        "name": "timestamp",
        "type": "uint64"
      }
    ],
    "name": "Timestamped",
    "type": "event"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "schema",
            "type": "bytes32"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "recipient",
                "type": "address"
              },
              {
                "internalType": "uint64",
                "name": "expirationTime",
                "type": "uint64"
              },
              {
                "internalType": "bool",
                "name": "revocable",
                "type": "bool"
              },
              {
                "internalType": "bytes32",
                "name": "refUID",
                "type": "bytes32"
              },
              {
                "internalType": "bytes",
                "name": "data",
                "type": "bytes"
              },
              {
                "internalType": "uint256",
                "name": "value",
                "type": "uint256"
              }
            ],
            "internalType": "struct AttestationRequestData",
            "name": "data",
            "type": "tuple"
          }
        ],
        "internalType": "struct AttestationRequest",
        "name": "request",
        "type": "tuple"
      }
    ],
    "name": "attest",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "schema",
            "type": "bytes32"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "recipient",
                "type": "address"
              },
              {
                "internalType": "uint64",
                "name": "expirationTime",
                "type": "uint64"
              },
              {
                "internalType": "bool",
                "name": "revocable",
                "type": "bool"
              },
              {
                "internalType": "bytes32",
                "name": "refUID",
                "type": "bytes32"
              },
              {
                "internalType": "bytes",
                "name": "data",
                "type": "bytes"
              },
              {
                "internalType": "uint256",
                "name": "value",
                "type": "uint256"
              }
            ],
            "internalType": "struct AttestationRequestData",
            "name": "data",
            "type": "tuple"
          },
          {
            "components": [
              {
                "internalType": "uint8",
                "name": "v",
                "type": "uint8"
              },
              {
                "internalType": "bytes32",
                "name": "r",
                "type": "bytes32"
              },
              {
                "internalType": "bytes32",
                "name": "s",
                "type": "bytes32"
              }
            ],
            "internalType": "struct Signature",
            "name": "signature",
            "type": "tuple"
          },
          {
            "internalType": "address",
            "name": "attester",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "deadline",
            "type": "uint64"
          }
        ],
        "internalType": "struct DelegatedAttestationRequest",
        "name": "delegatedRequest",
        "type": "tuple"
      }
    ],
    "name": "attestByDelegation",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "eip712Domain",
    "outputs": [
      {
        "internalType": "bytes1",
        "name": "fields",
        "type": "bytes1"
      },
      {
        "internalType": "string",
        "name": "name",
        "type": "string"
      },
      {
        "internalType": "string",
        "name": "version",
        "type": "string"
      },
      {
        "internalType": "uint256",
        "name": "chainId",
        "type": "uint256"
      },
      {
        "internalType": "address",
        "name": "verifyingContract",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "salt",
        "type": "bytes32"
      },
      {
        "internalType": "uint256[]",
        "name": "extensions",
        "type": "uint256[]"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "getAttestTypeHash",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "uid",
        "type": "bytes32"
      }
    ],
    "name": "getAttestation",
    "outputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "uid",
            "type": "bytes32"
          },
          {
            "internalType": "bytes32",
            "name": "schema",
            "type": "bytes32"
          },
          {
            "internalType": "uint64",
            "name": "time",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "expirationTime",
            "type": "uint64"
          },
          {
            "internalType": "uint64",
            "name": "revocationTime",
            "type": "uint64"
          },
          {
            "internalType": "bytes32",
            "name": "refUID",
            "type": "bytes32"
          },
          {
            "internalType": "address",
            "name": "recipient",
            "type": "address"
          },
          {
            "internalType": "address",
            "name": "attester",
            "type": "address"
          },
          {
            "internalType": "bool",
            "name": "revocable",
            "type": "bool"
          },
          {
            "internalType": "bytes",
            "name": "data",
            "type": "bytes"
          }
        ],
        "internalType": "struct Attestation",
        "name": "",
        "type": "tuple"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "getDomainSeparator",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "getName",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "account",
        "type": "address"
      }
    ],
    "name": "getNonce",
    "outputs": [
      {
        "internalType": "uint256",
        "name": "",
        "type": "uint256"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "address",
        "name": "revoker",
        "type": "address"
      },
      {
        "internalType": "bytes32",
        "name": "data",
        "type": "bytes32"
      }
    ],
    "name": "getRevokeOffchain",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "getRevokeTypeHash",
    "outputs": [
      {
        "internalType": "bytes32",
        "name": "",
        "type": "bytes32"
      }
    ],
    "stateMutability": "pure",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "getSchemaRegistry",
    "outputs": [
      {
        "internalType": "contract ISchemaRegistry",
        "name": "",
        "type": "address"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "data",
        "type": "bytes32"
      }
    ],
    "name": "getTimestamp",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "uint256",
        "name": "newNonce",
        "type": "uint256"
      }
    ],
    "name": "increaseNonce",
    "outputs": [],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "uid",
        "type": "bytes32"
      }
    ],
    "name": "isAttestationValid",
    "outputs": [
      {
        "internalType": "bool",
        "name": "",
        "type": "bool"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "schema",
            "type": "bytes32"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "recipient",
                "type": "address"
              },
              {
                "internalType": "uint64",
                "name": "expirationTime",
                "type": "uint64"
              },
              {
                "internalType": "bool",
                "name": "revocable",
                "type": "bool"
              },
              {
                "internalType": "bytes32",
                "name": "refUID",
                "type": "bytes32"
              },
              {
                "internalType": "bytes",
                "name": "data",
                "type": "bytes"
              },
              {
                "internalType": "uint256",
                "name": "value",
                "type": "uint256"
              }
            ],
            "internalType": "struct AttestationRequestData[]",
            "name": "data",
            "type": "tuple[]"
          }
        ],
        "internalType": "struct MultiAttestationRequest[]",
        "name": "multiRequests",
        "type": "tuple[]"
      }
    ],
    "name": "multiAttest",
    "outputs": [
      {
        "internalType": "bytes32[]",
        "name": "",
        "type": "bytes32[]"
      }
    ],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "schema",
            "type": "bytes32"
          },
          {
            "components": [
              {
                "internalType": "address",
                "name": "recipient",
                "type": "address"
              },
              {
                "internalType": "uint64",
                "name": "expirationTime",
                "type": "uint64"
              },
              {
                "internalType": "bool",
                "name": "revocable",
                "type": "bool"
              },
              {
                "internalType": "bytes32",
                "name": "refUID",
                "type": "bytes32"
              },
              {
                "internalType": "bytes",
                "name": "data",
                "type": "bytes"
              },
              {
                "internalType": "uint256",
                "name": "value",
                "type": "uint256"
              }
            ],
            "internalType": "struct AttestationRequestData[]",
            "name": "data",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "uint8",
                "name": "v",
                "type": "uint8"
              },
              {
                "internalType": "bytes32",
                "name": "r",
                "type": "bytes32"
              },
              {
                "internalType": "bytes32",
                "name": "s",
                "type": "bytes32"
              }
            ],
            "internalType": "struct Signature[]",
            "name": "signatures",
            "type": "tuple[]"
          },
          {
            "internalType": "address",
            "name": "attester",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "deadline",
            "type": "uint64"
          }
        ],
        "internalType": "struct MultiDelegatedAttestationRequest[]",
        "name": "multiDelegatedRequests",
        "type": "tuple[]"
      }
    ],
    "name": "multiAttestByDelegation",
    "outputs": [
      {
        "internalType": "bytes32[]",
        "name": "",
        "type": "bytes32[]"
      }
    ],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "schema",
            "type": "bytes32"
          },
          {
            "components": [
              {
                "internalType": "bytes32",
                "name": "uid",
                "type": "bytes32"
              },
              {
                "internalType": "uint256",
                "name": "value",
                "type": "uint256"
              }
            ],
            "internalType": "struct RevocationRequestData[]",
            "name": "data",
            "type": "tuple[]"
          }
        ],
        "internalType": "struct MultiRevocationRequest[]",
        "name": "multiRequests",
        "type": "tuple[]"
      }
    ],
    "name": "multiRevoke",
    "outputs": [],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "schema",
            "type": "bytes32"
          },
          {
            "components": [
              {
                "internalType": "bytes32",
                "name": "uid",
                "type": "bytes32"
              },
              {
                "internalType": "uint256",
                "name": "value",
                "type": "uint256"
              }
            ],
            "internalType": "struct RevocationRequestData[]",
            "name": "data",
            "type": "tuple[]"
          },
          {
            "components": [
              {
                "internalType": "uint8",
                "name": "v",
                "type": "uint8"
              },
              {
                "internalType": "bytes32",
                "name": "r",
                "type": "bytes32"
              },
              {
                "internalType": "bytes32",
                "name": "s",
                "type": "bytes32"
              }
            ],
            "internalType": "struct Signature[]",
            "name": "signatures",
            "type": "tuple[]"
          },
          {
            "internalType": "address",
            "name": "revoker",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "deadline",
            "type": "uint64"
          }
        ],
        "internalType": "struct MultiDelegatedRevocationRequest[]",
        "name": "multiDelegatedRequests",
        "type": "tuple[]"
      }
    ],
    "name": "multiRevokeByDelegation",
    "outputs": [],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32[]",
        "name": "data",
        "type": "bytes32[]"
      }
    ],
    "name": "multiRevokeOffchain",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32[]",
        "name": "data",
        "type": "bytes32[]"
      }
    ],
    "name": "multiTimestamp",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "schema",
            "type": "bytes32"
          },
          {
            "components": [
              {
                "internalType": "bytes32",
                "name": "uid",
                "type": "bytes32"
              },
              {
                "internalType": "uint256",
                "name": "value",
                "type": "uint256"
              }
            ],
            "internalType": "struct RevocationRequestData",
            "name": "data",
            "type": "tuple"
          }
        ],
        "internalType": "struct RevocationRequest",
        "name": "request",
        "type": "tuple"
      }
    ],
    "name": "revoke",
    "outputs": [],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "components": [
          {
            "internalType": "bytes32",
            "name": "schema",
            "type": "bytes32"
          },
          {
            "components": [
              {
                "internalType": "bytes32",
                "name": "uid",
                "type": "bytes32"
              },
              {
                "internalType": "uint256",
                "name": "value",
                "type": "uint256"
              }
            ],
            "internalType": "struct RevocationRequestData",
            "name": "data",
            "type": "tuple"
          },
          {
            "components": [
              {
                "internalType": "uint8",
                "name": "v",
                "type": "uint8"
              },
              {
                "internalType": "bytes32",
                "name": "r",
                "type": "bytes32"
              },
              {
                "internalType": "bytes32",
                "name": "s",
                "type": "bytes32"
              }
            ],
            "internalType": "struct Signature",
            "name": "signature",
            "type": "tuple"
          },
          {
            "internalType": "address",
            "name": "revoker",
            "type": "address"
          },
          {
            "internalType": "uint64",
            "name": "deadline",
            "type": "uint64"
          }
        ],
        "internalType": "struct DelegatedRevocationRequest",
        "name": "delegatedRequest",
        "type": "tuple"
      }
    ],
    "name": "revokeByDelegation",
    "outputs": [],
    "stateMutability": "payable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "data",
        "type": "bytes32"
      }
    ],
    "name": "revokeOffchain",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [
      {
        "internalType": "bytes32",
        "name": "data",
        "type": "bytes32"
      }
    ],
    "name": "timestamp",
    "outputs": [
      {
        "internalType": "uint64",
        "name": "",
        "type": "uint64"
      }
    ],
    "stateMutability": "nonpayable",
    "type": "function"
  },
  {
    "inputs": [],
    "name": "version",
    "outputs": [
      {
        "internalType": "string",
        "name": "",
        "type": "string"
      }
    ],
    "stateMutability": "view",
    "type": "function"
  }
] as const

export const easBytecode = '0x6101e060405234801561001157600080fd5b50604051614e74380380614e74833981016040819052610030916101f4565b604080518082018252600381526245415360e81b602080830191909152825180840190935260058352640312e342e360dc1b908301526001608052600460a052600060c08190529091908290829061008990839061017a565b6101805261009881600161017a565b6101a0528151602080840191909120610140528151908201206101605246610100526101286101405161016051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a082015260009060c00160405160208183030381529060405280519060200120905090565b60e05250503061012052600261013e83826102c3565b5050506001600160a01b038116610168576040516311a1e69760e01b815260040160405180910390fd5b6001600160a01b03166101c0526103f3565b60006020835110156101965761018f836101ad565b90506101a7565b816101a184826102c3565b5060ff90505b92915050565b600080829050601f815111156101e1578260405163305a27a960e01b81526004016101d89190610381565b60405180910390fd5b80516101ec826103cf565b179392505050565b60006020828403121561020657600080fd5b81516001600160a01b038116811461021d57600080fd5b9392505050565b634e487b7160e01b600052604160045260246000fd5b600181811c9082168061024e57607f821691505b60208210810361026e57634e487b7160e01b600052602260045260246000fd5b50919050565b601f8211156102be57806000526020600020601f840160051c8101602085101561029b5750805b601f840160051c820191505b818110156102bb57600081556001016102a7565b50505b505050565b81516001600160401b038111156102dc576102dc610224565b6102f0816102ea845461023a565b84610274565b6020601f821160018114610324576000831561030c5750848201515b600019600385901b1c1916600184901b1784556102bb565b600084815260208120601f198516915b828110156103545787850151825560209485019460019092019101610334565b50848210156103725786840151600019600387901b60f8161c191681555b50505050600190811b01905550565b602081526000825180602084015260005b818110156103af5760208186018101516040868401015201610392565b506000604082850101526040601f19601f83011684010191505092915050565b8051602080830151919081101561026e5760001960209190910360031b1b16919050565b60805160a05160c05160e05161010051610120516101405161016051610180516101a0516101c0516149ed61048760003960008181610538015281816115a90152611ee101526000612800015260006127d30152600061290d015260006128e5015260006128400152600061286a0152600061289401526000610c2201526000610bf901526000610bd001526149ed6000f3fe6080604052600436106101965760003560e01c806384b0196e116100e1578063cf190f341161008a578063e71ff36511610064578063e71ff365146104dc578063ed24911d146104fc578063f10b5cc814610511578063f17325e71461056257600080fd5b8063cf190f3414610446578063d45c443514610466578063e30bb5631461049d57600080fd5b8063a6d4dbc7116100bb578063a6d4dbc7146103a6578063b469318d146103b9578063b83010d31461041357600080fd5b806384b0196e1461033e5780639541152514610366578063a3112a641461037957600080fd5b806344adc90e116101435780634d0030701161011d5780634d003070146102e957806354fd4d501461030957806379f7573a1461031e57600080fd5b806344adc90e146102a357806346926267146102c35780634cb7e9e5146102d657600080fd5b806317d7de7c1161017457806317d7de7c1461022b5780632d0335ab1461024d5780633c0427151461029057600080fd5b80630eabf6601461019b57806312b11a17146101b057806313893f61146101f2575b600080fd5b6101ae6101a93660046137af565b610575565b005b3480156101bc57600080fd5b507ffeb2925a02bae3dae48d424a0437a2b6ac939aa9230ddc55a1a76f065d9880765b6040519081526020015b60405180910390f35b3480156101fe57600080fd5b5061021261020d3660046137af565b610706565b60405167ffffffffffffffff90911681526020016101e9565b34801561023757600080fd5b5061024061074b565b6040516101e9919061385f565b34801561025957600080fd5b506101df6102683660046138a4565b73ffffffffffffffffffffffffffffffffffffffff1660009081526003602052604090205490565b6101df61029e3660046138c1565b6107dd565b6102b66102b13660046137af565b6108e0565b6040516101e991906138fc565b6101ae6102d136600461393f565b610a5b565b6101ae6102e43660046137af565b610adf565b3480156102f557600080fd5b5061021261030436600461395a565b610bbc565b34801561031557600080fd5b50610240610bc9565b34801561032a57600080fd5b506101ae61033936600461395a565b610c6c565b34801561034a57600080fd5b50610353610d05565b6040516101e997969594939291906139af565b6102b66103743660046137af565b610d67565b34801561038557600080fd5b5061039961039436600461395a565b610fd4565b6040516101e99190613b31565b6101ae6103b4366004613b44565b611196565b3480156103c557600080fd5b506102126103d4366004613b58565b73ffffffffffffffffffffffffffffffffffffffff919091166000908152600660209081526040808320938352929052205467ffffffffffffffff1690565b34801561041f57600080fd5b507fb5d556f07587ec0f08cf386545cc4362c702a001650c2058002615ee5c9d1e756101df565b34801561045257600080fd5b5061021261046136600461395a565b61123b565b34801561047257600080fd5b5061021261048136600461395a565b60009081526005602052604090205467ffffffffffffffff1690565b3480156104a957600080fd5b506104cc6104b836600461395a565b600090815260046020526040902054151590565b60405190151581526020016101e9565b3480156104e857600080fd5b506102126104f73660046137af565b611249565b34801561050857600080fd5b506101df611281565b34801561051d57600080fd5b5060405173ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001681526020016101e9565b6101df610570366004613b84565b611290565b348160005b818110156106ff577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8201811460008686848181106105bb576105bb613bbf565b90506020028101906105cd9190613bee565b6105d690613e84565b60208101518051919250908015806105f357508260400151518114155b1561062a576040517f947d5a8400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60005b818110156106ce576106c66040518060a001604052808660000151815260200185848151811061065f5761065f613bbf565b602002602001015181526020018660400151848151811061068257610682613bbf565b60200260200101518152602001866060015173ffffffffffffffffffffffffffffffffffffffff168152602001866080015167ffffffffffffffff1681525061134e565b60010161062d565b506106e483600001518385606001518a88611560565b6106ee9088613fb4565b96505050505080600101905061057a565b5050505050565b60004282825b8181101561073f576107373387878481811061072a5761072a613bbf565b9050602002013585611bb1565b60010161070c565b50909150505b92915050565b60606002805461075a90613fc7565b80601f016020809104026020016040519081016040528092919081815260200182805461078690613fc7565b80156107d35780601f106107a8576101008083540402835291602001916107d3565b820191906000526020600020905b8154815290600101906020018083116107b657829003601f168201915b5050505050905090565b60006107f06107eb83614141565b611cb0565b604080516001808252818301909252600091816020015b6040805160c081018252600080825260208083018290529282018190526060808301829052608083015260a082015282527fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff90920191018161080757905050905061087560208401846141bc565b61087e906141f0565b8160008151811061089157610891613bbf565b60209081029190910101526108ba8335826108b260c0870160a088016138a4565b346001611e3b565b602001516000815181106108d0576108d0613bbf565b6020026020010151915050919050565b60608160008167ffffffffffffffff8111156108fe576108fe613c2c565b60405190808252806020026020018201604052801561093157816020015b606081526020019060019003908161091c5790505b509050600034815b84811015610a45577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff850181143689898481811061097957610979613bbf565b905060200281019061098b91906141fc565b905061099a6020820182614230565b90506000036109d5576040517f947d5a8400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60006109fa82356109e96020850185614230565b6109f291614298565b338887611e3b565b8051909150610a099086613fb4565b94508060200151878581518110610a2257610a22613bbf565b602002602001018190525080602001515186019550505050806001019050610939565b50610a508383612568565b979650505050505050565b604080516001808252818301909252600091816020015b6040805180820190915260008082526020820152815260200190600190039081610a72579050509050610aad368390038301602084016142fe565b81600081518110610ac057610ac0613bbf565b6020908102919091010152610ada82358233346001611560565b505050565b348160005b818110156106ff577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8201811436868684818110610b2457610b24613bbf565b9050602002810190610b3691906141fc565b9050610ba38135610b4a602084018461431a565b808060200260200160405190810160405280939291908181526020016000905b82821015610b9657610b87604083028601368190038101906142fe565b81526020019060010190610b6a565b5050505050338886611560565b610bad9086613fb4565b94505050806001019050610ae4565b600042610745838261264c565b6060610bf47f000000000000000000000000000000000000000000000000000000000000000061270e565b610c1d7f000000000000000000000000000000000000000000000000000000000000000061270e565b610c467f000000000000000000000000000000000000000000000000000000000000000061270e565b604051602001610c5893929190614382565b604051602081830303815290604052905090565b33600090815260036020526040902054808211610cb5576040517f756688fe00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b3360009081526003602090815260409182902084905581518381529081018490527f57b09af877df9068fd60a69d7b21f5576b8b38955812d6ae4ac52942f1e38fb7910160405180910390a15050565b600060608060008060006060610d196127cc565b610d216127f9565b604080516000808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b60608160008167ffffffffffffffff811115610d8557610d85613c2c565b604051908082528060200260200182016040528015610db857816020015b6060815260200190600190039081610da35790505b509050600034815b84811015610a45577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8501811436898984818110610e0057610e00613bbf565b9050602002810190610e129190613bee565b9050366000610e246020840184614230565b909250905080801580610e455750610e3f6040850185614419565b90508114155b15610e7c576040517f947d5a8400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60005b81811015610f5d57610f556040518060a0016040528087600001358152602001868685818110610eb157610eb1613bbf565b9050602002810190610ec391906141bc565b610ecc906141f0565b8152602001610ede6040890189614419565b85818110610eee57610eee613bbf565b905060600201803603810190610f049190614480565b8152602001610f196080890160608a016138a4565b73ffffffffffffffffffffffffffffffffffffffff168152602001610f4460a0890160808a0161449c565b67ffffffffffffffff169052611cb0565b600101610e7f565b506000610f868535610f6f8587614298565b610f7f6080890160608a016138a4565b8b8a611e3b565b8051909150610f959089613fb4565b975080602001518a8881518110610fae57610fae613bbf565b602002602001018190525080602001515189019850505050505050806001019050610dc0565b604080516101408101825260008082526020820181905291810182905260608082018390526080820183905260a0820183905260c0820183905260e0820183905261010082019290925261012081019190915260008281526004602081815260409283902083516101408101855281548152600182015492810192909252600281015467ffffffffffffffff808216958401959095526801000000000000000081048516606084015270010000000000000000000000000000000090049093166080820152600383015460a08201529082015473ffffffffffffffffffffffffffffffffffffffff90811660c0830152600583015490811660e083015274010000000000000000000000000000000000000000900460ff1615156101008201526006820180549192916101208401919061110d90613fc7565b80601f016020809104026020016040519081016040528092919081815260200182805461113990613fc7565b80156111865780601f1061115b57610100808354040283529160200191611186565b820191906000526020600020905b81548152906001019060200180831161116957829003601f168201915b5050505050815250509050919050565b6111ad6111a8368390038301836144b7565b61134e565b604080516001808252818301909252600091816020015b60408051808201909152600080825260208201528152602001906001900390816111c45790505090506111ff368390038301602084016142fe565b8160008151811061121257611212613bbf565b6020908102919091010152610ada82358261123360e0860160c087016138a4565b346001611560565b600042610745338483611bb1565b60004282825b8181101561073f5761127986868381811061126c5761126c613bbf565b905060200201358461264c565b60010161124f565b600061128b612826565b905090565b604080516001808252818301909252600091829190816020015b6040805160c081018252600080825260208083018290529282018190526060808301829052608083015260a082015282527fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff9092019101816112aa57905050905061131860208401846141bc565b611321906141f0565b8160008151811061133457611334613bbf565b60209081029190910101526108ba83358233346001611e3b565b608081015167ffffffffffffffff161580159061138257504267ffffffffffffffff16816080015167ffffffffffffffff16105b156113b9576040517f1ab7da6b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6020808201516040808401516060850151855184518587015173ffffffffffffffffffffffffffffffffffffffff84166000908152600390985294872080549697949694956114ae957fb5d556f07587ec0f08cf386545cc4362c702a001650c2058002615ee5c9d1e75959493928861143183614527565b909155506080808c015160408051602081019990995273ffffffffffffffffffffffffffffffffffffffff9097169688019690965260608701949094529285019190915260a084015260c083015267ffffffffffffffff1660e0820152610100015b6040516020818303038152906040528051906020012061295e565b905061152484606001518284602001518560400151866000015160405160200161151093929190928352602083019190915260f81b7fff0000000000000000000000000000000000000000000000000000000000000016604082015260410190565b6040516020818303038152906040526129a6565b61155a576040517f8baa579f00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b50505050565b6040517fa2ea7c6e00000000000000000000000000000000000000000000000000000000815260048101869052600090819073ffffffffffffffffffffffffffffffffffffffff7f0000000000000000000000000000000000000000000000000000000000000000169063a2ea7c6e90602401600060405180830381865afa1580156115f0573d6000803e3d6000fd5b505050506040513d6000823e601f3d9081017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0168201604052611636919081019061455f565b8051909150611671576040517fbf37b20e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b855160008167ffffffffffffffff81111561168e5761168e613c2c565b60405190808252806020026020018201604052801561172d57816020015b60408051610140810182526000808252602080830182905292820181905260608083018290526080830182905260a0830182905260c0830182905260e0830182905261010083019190915261012082015282527fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff9092019101816116ac5790505b50905060008267ffffffffffffffff81111561174b5761174b613c2c565b604051908082528060200260200182016040528015611774578160200160208202803683370190505b50905060005b83811015611b935760008a828151811061179657611796613bbf565b60209081029190910181015180516000908152600490925260409091208054919250906117ef576040517fc5723b5100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8c81600101541461182c576040517fbf37b20e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600581015473ffffffffffffffffffffffffffffffffffffffff8c8116911614611882576040517f4ca8886700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600581015474010000000000000000000000000000000000000000900460ff166118d8576040517f157bd4c300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6002810154700100000000000000000000000000000000900467ffffffffffffffff1615611932576040517f905e710700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b426002820180547fffffffffffffffff0000000000000000ffffffffffffffffffffffffffffffff811670010000000000000000000000000000000067ffffffffffffffff948516810291821793849055604080516101408101825287548152600188015460208201529386169286169290921791830191909152680100000000000000008304841660608301529091049091166080820152600382015460a0820152600482015473ffffffffffffffffffffffffffffffffffffffff90811660c0830152600583015490811660e083015274010000000000000000000000000000000000000000900460ff1615156101008201526006820180548391610120840191611a3e90613fc7565b80601f0160208091040260200160405190810160405280929190818152602001828054611a6a90613fc7565b8015611ab75780601f10611a8c57610100808354040283529160200191611ab7565b820191906000526020600020905b815481529060010190602001808311611a9a57829003601f168201915b505050505081525050858481518110611ad257611ad2613bbf565b60200260200101819052508160200151848481518110611af457611af4613bbf565b6020026020010181815250508c8b73ffffffffffffffffffffffffffffffffffffffff16868581518110611b2a57611b2a613bbf565b602002602001015160c0015173ffffffffffffffffffffffffffffffffffffffff167ff930a6e2523c9cc298691873087a740550b8fc85a0680830414c148ed927f6158560000151604051611b8191815260200190565b60405180910390a4505060010161177a565b50611ba384838360018b8b612a44565b9a9950505050505050505050565b73ffffffffffffffffffffffffffffffffffffffff83166000908152600660209081526040808320858452918290529091205467ffffffffffffffff1615611c25576040517fec9d6eeb00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60008381526020829052604080822080547fffffffffffffffffffffffffffffffffffffffffffffffff00000000000000001667ffffffffffffffff861690811790915590519091859173ffffffffffffffffffffffffffffffffffffffff8816917f92a1f7a41a7c585a8b09e25b195e225b1d43248daca46b0faf9e0792777a222991a450505050565b608081015167ffffffffffffffff1615801590611ce457504267ffffffffffffffff16816080015167ffffffffffffffff16105b15611d1b576040517f1ab7da6b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6020808201516040808401516060808601518651855186880151868801519488015160808901518051908b012060a08a015173ffffffffffffffffffffffffffffffffffffffff871660009081526003909c52988b2080549a9b989a98996114ae997ffeb2925a02bae3dae48d424a0437a2b6ac939aa9230ddc55a1a76f065d988076999493928c611dac83614527565b919050558e608001516040516020016114939b9a999897969594939291909a8b5273ffffffffffffffffffffffffffffffffffffffff998a1660208c015260408b019890985295909716606089015267ffffffffffffffff938416608089015291151560a088015260c087015260e0860152610100850193909352610120840152166101408201526101600190565b60408051808201909152600081526060602082015284516040805180820190915260008152606060208201528167ffffffffffffffff811115611e8057611e80613c2c565b604051908082528060200260200182016040528015611ea9578160200160208202803683370190505b5060208201526040517fa2ea7c6e000000000000000000000000000000000000000000000000000000008152600481018990526000907f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff169063a2ea7c6e90602401600060405180830381865afa158015611f3d573d6000803e3d6000fd5b505050506040513d6000823e601f3d9081017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0168201604052611f83919081019061455f565b8051909150611fbe576040517fbf37b20e00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60008367ffffffffffffffff811115611fd957611fd9613c2c565b60405190808252806020026020018201604052801561207857816020015b60408051610140810182526000808252602080830182905292820181905260608083018290526080830182905260a0830182905260c0830182905260e0830182905261010083019190915261012082015282527fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff909201910181611ff75790505b50905060008467ffffffffffffffff81111561209657612096613c2c565b6040519080825280602002602001820160405280156120bf578160200160208202803683370190505b50905060005b858110156125475760008b82815181106120e1576120e1613bbf565b60200260200101519050600067ffffffffffffffff16816020015167ffffffffffffffff161415801561212c57504267ffffffffffffffff16816020015167ffffffffffffffff1611155b15612163576040517f08e8b93700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8460400151158015612176575080604001515b156121ad576040517f157bd4c300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60006040518061014001604052806000801b81526020018f81526020016121d14290565b67ffffffffffffffff168152602001836020015167ffffffffffffffff168152602001600067ffffffffffffffff16815260200183606001518152602001836000015173ffffffffffffffffffffffffffffffffffffffff1681526020018d73ffffffffffffffffffffffffffffffffffffffff16815260200183604001511515815260200183608001518152509050600080600090505b6122738382612e35565b6000818152600460205260409020549092501561229257600101612269565b81835260008281526004602081815260409283902086518155908601516001820155918501516002830180546060880151608089015167ffffffffffffffff908116700100000000000000000000000000000000027fffffffffffffffff0000000000000000ffffffffffffffffffffffffffffffff92821668010000000000000000027fffffffffffffffffffffffffffffffff000000000000000000000000000000009094169190951617919091171691909117905560a0850151600383015560c0850151908201805473ffffffffffffffffffffffffffffffffffffffff9283167fffffffffffffffffffffffff000000000000000000000000000000000000000090911617905560e0850151600583018054610100880151151574010000000000000000000000000000000000000000027fffffffffffffffffffffff000000000000000000000000000000000000000000909116929093169190911791909117905561012084015184919060068201906124119082614684565b505050606084015115612468576060840151600090815260046020526040902054612468576040517fc5723b5100000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8287868151811061247b5761247b613bbf565b60200260200101819052508360a0015186868151811061249d5761249d613bbf565b60200260200101818152505081896020015186815181106124c0576124c0613bbf565b6020026020010181815250508f8e73ffffffffffffffffffffffffffffffffffffffff16856000015173ffffffffffffffffffffffffffffffffffffffff167f8bf46bf4cfd674fa735a3d63ec1c9ad4153f033c290341f3a588b75685141b358560405161253091815260200190565b60405180910390a4505050508060010190506120c5565b5061255783838360008c8c612a44565b845250919998505050505050505050565b606060008267ffffffffffffffff81111561258557612585613c2c565b6040519080825280602002602001820160405280156125ae578160200160208202803683370190505b508451909150600090815b818110156126415760008782815181106125d5576125d5613bbf565b6020026020010151905060008151905060005b818110156126335782818151811061260257612602613bbf565b602002602001015187878151811061261c5761261c613bbf565b6020908102919091010152600195860195016125e8565b5050508060010190506125b9565b509195945050505050565b60008281526005602052604090205467ffffffffffffffff161561269c576040517f2e26794600000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60008281526005602052604080822080547fffffffffffffffffffffffffffffffffffffffffffffffff00000000000000001667ffffffffffffffff85169081179091559051909184917f5aafceeb1c7ad58e4a84898bdee37c02c0fc46e7d24e6b60e8209449f183459f9190a35050565b6060600061271b83612e94565b600101905060008167ffffffffffffffff81111561273b5761273b613c2c565b6040519080825280601f01601f191660200182016040528015612765576020820181803683370190505b5090508181016020015b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff017f3031323334353637383961626364656600000000000000000000000000000000600a86061a8153600a850494508461276f57509392505050565b606061128b7f00000000000000000000000000000000000000000000000000000000000000006000612f76565b606061128b7f00000000000000000000000000000000000000000000000000000000000000006001612f76565b60003073ffffffffffffffffffffffffffffffffffffffff7f00000000000000000000000000000000000000000000000000000000000000001614801561288c57507f000000000000000000000000000000000000000000000000000000000000000046145b156128b657507f000000000000000000000000000000000000000000000000000000000000000090565b61128b604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a082015260009060c00160405160208183030381529060405280519060200120905090565b600061074561296b612826565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b60008373ffffffffffffffffffffffffffffffffffffffff163b600003612a2f576000806129d48585613021565b50909250905060008160038111156129ee576129ee61479d565b148015612a2657508573ffffffffffffffffffffffffffffffffffffffff168273ffffffffffffffffffffffffffffffffffffffff16145b92505050612a3d565b612a3a84848461306e565b90505b9392505050565b84516000906001819003612a9c57612a948888600081518110612a6957612a69613bbf565b602002602001015188600081518110612a8457612a84613bbf565b60200260200101518888886131bb565b915050612e2b565b602088015173ffffffffffffffffffffffffffffffffffffffff8116612b3d5760005b82811015612b2257878181518110612ad957612ad9613bbf565b6020026020010151600014612b1a576040517f1574f9f300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b600101612abf565b508315612b3257612b32856134da565b600092505050612e2b565b6000808273ffffffffffffffffffffffffffffffffffffffff1663ce46e0466040518163ffffffff1660e01b8152600401602060405180830381865afa158015612b8b573d6000803e3d6000fd5b505050506040513d601f19601f82011682018060405250810190612baf91906147cc565b905060005b84811015612c6c5760008a8281518110612bd057612bd0613bbf565b6020026020010151905080600003612be85750612c64565b82612c1f576040517f1574f9f300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b88811115612c59576040517f1101129400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b978890039792909201915b600101612bb4565b508715612d47576040517f88e5b2d900000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416906388e5b2d9908490612cc9908e908e906004016147e9565b60206040518083038185885af1158015612ce7573d6000803e3d6000fd5b50505050506040513d601f19601f82011682018060405250810190612d0c91906147cc565b612d42576040517fbf2f3a8b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b612e16565b6040517f91db0b7e00000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff8416906391db0b7e908490612d9d908e908e906004016147e9565b60206040518083038185885af1158015612dbb573d6000803e3d6000fd5b50505050506040513d601f19601f82011682018060405250810190612de091906147cc565b612e16576040517fe8bee83900000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8515612e2557612e25876134da565b50925050505b9695505050505050565b60208083015160c084015160e0850151604080870151606088015161010089015160a08a01516101208b01519451600099612e7699989796918c910161487f565b60405160208183030381529060405280519060200120905092915050565b6000807a184f03e93ff9f4daa797ed6e38ed64bf6a1f0100000000000000008310612edd577a184f03e93ff9f4daa797ed6e38ed64bf6a1f010000000000000000830492506040015b6d04ee2d6d415b85acef81000000008310612f09576d04ee2d6d415b85acef8100000000830492506020015b662386f26fc100008310612f2757662386f26fc10000830492506010015b6305f5e1008310612f3f576305f5e100830492506008015b6127108310612f5357612710830492506004015b60648310612f65576064830492506002015b600a83106107455760010192915050565b606060ff8314612f9057612f89836134ed565b9050610745565b818054612f9c90613fc7565b80601f0160208091040260200160405190810160405280929190818152602001828054612fc890613fc7565b80156130155780601f10612fea57610100808354040283529160200191613015565b820191906000526020600020905b815481529060010190602001808311612ff857829003601f168201915b50505050509050610745565b6000806000835160410361305b5760208401516040850151606086015160001a61304d8882858561352c565b955095509550505050613067565b50508151600091506002905b9250925092565b60008060008573ffffffffffffffffffffffffffffffffffffffff16858560405160240161309d92919061499c565b604080517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08184030181529181526020820180517bffffffffffffffffffffffffffffffffffffffffffffffffffffffff167f1626ba7e000000000000000000000000000000000000000000000000000000001790525161311e91906149b5565b600060405180830381855afa9150503d8060008114613159576040519150601f19603f3d011682016040523d82523d6000602084013e61315e565b606091505b509150915081801561317257506020815110155b8015612e2b575080517f1626ba7e00000000000000000000000000000000000000000000000000000000906131b090830160209081019084016149c7565b149695505050505050565b602086015160009073ffffffffffffffffffffffffffffffffffffffff811661322f578515613216576040517f1574f9f300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b821561322557613225846134da565b6000915050612e2b565b851561331a578073ffffffffffffffffffffffffffffffffffffffff1663ce46e0466040518163ffffffff1660e01b8152600401602060405180830381865afa158015613280573d6000803e3d6000fd5b505050506040513d601f19601f820116820180604052508101906132a491906147cc565b6132da576040517f1574f9f300000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b83861115613314576040517f1101129400000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b85840393505b84156133f2576040517fe49617e100000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82169063e49617e1908890613374908b90600401613b31565b60206040518083038185885af1158015613392573d6000803e3d6000fd5b50505050506040513d601f19601f820116820180604052508101906133b791906147cc565b6133ed576040517fccf3bb2700000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6134bf565b6040517fe60c350500000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82169063e60c3505908890613446908b90600401613b31565b60206040518083038185885af1158015613464573d6000803e3d6000fd5b50505050506040513d601f19601f8201168201806040525081019061348991906147cc565b6134bf576040517fbd8ba84d00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b82156134ce576134ce846134da565b50939695505050505050565b80156134ea576134ea3382613626565b50565b606060006134fa836136e0565b604080516020808252818301909252919250600091906020820181803683375050509182525060208101929092525090565b600080807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0841115613567575060009150600390508261361c565b604080516000808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa1580156135bb573d6000803e3d6000fd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0015191505073ffffffffffffffffffffffffffffffffffffffff81166136125750600092506001915082905061361c565b9250600091508190505b9450945094915050565b8047101561366d576040517fcf4791810000000000000000000000000000000000000000000000000000000081524760048201526024810182905260440160405180910390fd5b6000808373ffffffffffffffffffffffffffffffffffffffff168360405160006040518083038185875af1925050503d80600081146136c8576040519150601f19603f3d011682016040523d82523d6000602084013e6136cd565b606091505b50915091508161155a5761155a81613721565b600060ff8216601f811115610745576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b8051156137315780518082602001fd5b6040517fd6bda27500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60008083601f84011261377557600080fd5b50813567ffffffffffffffff81111561378d57600080fd5b6020830191508360208260051b85010111156137a857600080fd5b9250929050565b600080602083850312156137c257600080fd5b823567ffffffffffffffff8111156137d957600080fd5b6137e585828601613763565b90969095509350505050565b60005b8381101561380c5781810151838201526020016137f4565b50506000910152565b6000815180845261382d8160208601602086016137f1565b601f017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0169290920160200192915050565b602081526000612a3d6020830184613815565b73ffffffffffffffffffffffffffffffffffffffff811681146134ea57600080fd5b803561389f81613872565b919050565b6000602082840312156138b657600080fd5b8135612a3d81613872565b6000602082840312156138d357600080fd5b813567ffffffffffffffff8111156138ea57600080fd5b820160e08185031215612a3d57600080fd5b602080825282518282018190526000918401906040840190835b81811015613934578351835260209384019390920191600101613916565b509095945050505050565b6000606082840312801561395257600080fd5b509092915050565b60006020828403121561396c57600080fd5b5035919050565b600081518084526020840193506020830160005b828110156139a5578151865260209586019590910190600101613987565b5093949350505050565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e0602082015260006139ea60e0830189613815565b82810360408401526139fc8189613815565b905086606084015273ffffffffffffffffffffffffffffffffffffffff861660808401528460a084015282810360c0840152611ba38185613973565b805182526020810151602083015260006040820151613a63604085018267ffffffffffffffff169052565b506060820151613a7f606085018267ffffffffffffffff169052565b506080820151613a9b608085018267ffffffffffffffff169052565b5060a082015160a084015260c0820151613acd60c085018273ffffffffffffffffffffffffffffffffffffffff169052565b5060e0820151613af560e085018273ffffffffffffffffffffffffffffffffffffffff169052565b50610100820151613b0b61010085018215159052565b50610120820151610140610120850152613b29610140850182613815565b949350505050565b602081526000612a3d6020830184613a38565b600061010082840312801561395257600080fd5b60008060408385031215613b6b57600080fd5b8235613b7681613872565b946020939093013593505050565b600060208284031215613b9657600080fd5b813567ffffffffffffffff811115613bad57600080fd5b820160408185031215612a3d57600080fd5b7f4e487b7100000000000000000000000000000000000000000000000000000000600052603260045260246000fd5b600082357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff61833603018112613c2257600080fd5b9190910192915050565b7f4e487b7100000000000000000000000000000000000000000000000000000000600052604160045260246000fd5b60405160a0810167ffffffffffffffff81118282101715613c7e57613c7e613c2c565b60405290565b60405160c0810167ffffffffffffffff81118282101715613c7e57613c7e613c2c565b6040516080810167ffffffffffffffff81118282101715613c7e57613c7e613c2c565b604051601f82017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe016810167ffffffffffffffff81118282101715613d1157613d11613c2c565b604052919050565b600067ffffffffffffffff821115613d3357613d33613c2c565b5060051b60200190565b600060408284031215613d4f57600080fd5b6040805190810167ffffffffffffffff81118282101715613d7257613d72613c2c565b604052823581526020928301359281019290925250919050565b600060608284031215613d9e57600080fd5b6040516060810167ffffffffffffffff81118282101715613dc157613dc1613c2c565b604052905080823560ff81168114613dd857600080fd5b815260208381013590820152604092830135920191909152919050565b600082601f830112613e0657600080fd5b8135613e19613e1482613d19565b613cca565b80828252602082019150602060608402860101925085831115613e3b57600080fd5b602085015b83811015613e6257613e528782613d8c565b8352602090920191606001613e40565b5095945050505050565b803567ffffffffffffffff8116811461389f57600080fd5b600060a08236031215613e9657600080fd5b613e9e613c5b565b82358152602083013567ffffffffffffffff811115613ebc57600080fd5b830136601f820112613ecd57600080fd5b8035613edb613e1482613d19565b8082825260208201915060208360061b850101925036831115613efd57600080fd5b6020840193505b82841015613f2957613f163685613d3d565b8252602082019150604084019350613f04565b6020850152505050604083013567ffffffffffffffff811115613f4b57600080fd5b613f5736828601613df5565b604083015250613f6960608401613894565b6060820152613f7a60808401613e6c565b608082015292915050565b7f4e487b7100000000000000000000000000000000000000000000000000000000600052601160045260246000fd5b8181038181111561074557610745613f85565b600181811c90821680613fdb57607f821691505b602082108103614014577f4e487b7100000000000000000000000000000000000000000000000000000000600052602260045260246000fd5b50919050565b80151581146134ea57600080fd5b600067ffffffffffffffff82111561404257614042613c2c565b50601f017fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe01660200190565b600060c0828403121561408057600080fd5b614088613c84565b9050813561409581613872565b81526140a360208301613e6c565b602082015260408201356140b68161401a565b604082015260608281013590820152608082013567ffffffffffffffff8111156140df57600080fd5b8201601f810184136140f057600080fd5b80356140fe613e1482614028565b81815285602083850101111561411357600080fd5b8160208401602083013760009181016020019190915260808301525060a09182013591810191909152919050565b600060e0823603121561415357600080fd5b61415b613c5b565b82358152602083013567ffffffffffffffff81111561417957600080fd5b6141853682860161406e565b6020830152506141983660408501613d8c565b604082015260a08301356141ab81613872565b6060820152613f7a60c08401613e6c565b600082357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff41833603018112613c2257600080fd5b6000610745368361406e565b600082357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffc1833603018112613c2257600080fd5b60008083357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe184360301811261426557600080fd5b83018035915067ffffffffffffffff82111561428057600080fd5b6020019150600581901b36038213156137a857600080fd5b60006142a6613e1484613d19565b8381526020810190600585901b8401368111156142c257600080fd5b845b8181101561393457803567ffffffffffffffff8111156142e357600080fd5b6142ef3682890161406e565b855250602093840193016142c4565b60006040828403121561431057600080fd5b612a3d8383613d3d565b60008083357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe184360301811261434f57600080fd5b83018035915067ffffffffffffffff82111561436a57600080fd5b6020019150600681901b36038213156137a857600080fd5b600084516143948184602089016137f1565b7f2e0000000000000000000000000000000000000000000000000000000000000090830190815284516143ce8160018401602089016137f1565b7f2e0000000000000000000000000000000000000000000000000000000000000060019290910191820152835161440c8160028401602088016137f1565b0160020195945050505050565b60008083357fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe184360301811261444e57600080fd5b83018035915067ffffffffffffffff82111561446957600080fd5b60200191506060810236038213156137a857600080fd5b60006060828403121561449257600080fd5b612a3d8383613d8c565b6000602082840312156144ae57600080fd5b612a3d82613e6c565b60006101008284031280156144cb57600080fd5b506144d4613c5b565b823581526144e58460208501613d3d565b60208201526144f78460608501613d8c565b604082015260c083013561450a81613872565b606082015261451b60e08401613e6c565b60808201529392505050565b60007fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff820361455857614558613f85565b5060010190565b60006020828403121561457157600080fd5b815167ffffffffffffffff81111561458857600080fd5b82016080818503121561459a57600080fd5b6145a2613ca7565b8151815260208201516145b481613872565b602082015260408201516145c78161401a565b6040820152606082015167ffffffffffffffff8111156145e657600080fd5b80830192505084601f8301126145fb57600080fd5b8151614609613e1482614028565b81815286602083860101111561461e57600080fd5b61462f8260208301602087016137f1565b606083015250949350505050565b601f821115610ada57806000526020600020601f840160051c810160208510156146645750805b601f840160051c820191505b818110156106ff5760008155600101614670565b815167ffffffffffffffff81111561469e5761469e613c2c565b6146b2816146ac8454613fc7565b8461463d565b6020601f82116001811461470457600083156146ce5750848201515b7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff600385901b1c1916600184901b1784556106ff565b6000848152602081207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe08516915b828110156147525787850151825560209485019460019092019101614732565b508482101561478e57868401517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff600387901b60f8161c191681555b50505050600190811b01905550565b7f4e487b7100000000000000000000000000000000000000000000000000000000600052602160045260246000fd5b6000602082840312156147de57600080fd5b8151612a3d8161401a565b6000604082016040835280855180835260608501915060608160051b86010192506020870160005b82811015614860577fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffa087860301845261484b858351613a38565b94506020938401939190910190600101614811565b5050505082810360208401526148768185613973565b95945050505050565b8981527fffffffffffffffffffffffffffffffffffffffff0000000000000000000000008960601b1660208201527fffffffffffffffffffffffffffffffffffffffff0000000000000000000000008860601b1660348201527fffffffffffffffff0000000000000000000000000000000000000000000000008760c01b1660488201527fffffffffffffffff0000000000000000000000000000000000000000000000008660c01b16605082015284151560f81b605882015283605982015260006079820160008551614957818460208a016137f1565b82019050614989818660e01b7fffffffff00000000000000000000000000000000000000000000000000000000169052565b6004019c9b505050505050505050505050565b828152604060208201526000613b296040830184613815565b60008251613c228184602087016137f1565b6000602082840312156149d957600080fd5b505191905056fea164736f6c634300081d000a'
