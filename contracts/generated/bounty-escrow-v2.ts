// Written by contracts/tools/build.mjs; do not edit.

export const bountyEscrowV2Abi = [
  {
    "type": "constructor",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "contract IERC20"
      },
      {
        "name": "owner",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "operator",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "grace",
        "type": "uint40",
        "internalType": "uint40"
      },
      {
        "name": "maxAmount",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "dailyLimit_",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "GRACE",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint40",
        "internalType": "uint40"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "MAX_AMOUNT",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint48",
        "internalType": "uint48"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "MAX_DURATION",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "MAX_GRACE",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "MIN_GRACE",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "REDIRECT_TYPEHASH",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "TOKEN",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "address",
        "internalType": "contract IERC20"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "acceptOwnership",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "acceptance",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "contributor",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "payableFrom",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "submission",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "bounty",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "tuple",
        "internalType": "struct BountyEscrowV2.Bounty",
        "components": [
          {
            "name": "refundTo",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "amount",
            "type": "uint96",
            "internalType": "uint96"
          },
          {
            "name": "contributor",
            "type": "address",
            "internalType": "address"
          },
          {
            "name": "deadline",
            "type": "uint40",
            "internalType": "uint40"
          },
          {
            "name": "state",
            "type": "uint8",
            "internalType": "enum BountyEscrowV2Base.State"
          }
        ]
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "bountyCount",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "cancel",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "dailyLimit",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "eip712Domain",
    "inputs": [],
    "outputs": [
      {
        "name": "fields",
        "type": "bytes1",
        "internalType": "bytes1"
      },
      {
        "name": "name",
        "type": "string",
        "internalType": "string"
      },
      {
        "name": "version",
        "type": "string",
        "internalType": "string"
      },
      {
        "name": "chainId",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "verifyingContract",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "salt",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "extensions",
        "type": "uint256[]",
        "internalType": "uint256[]"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "idOf",
    "inputs": [
      {
        "name": "poster",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "ref",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "isOperator",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "owner",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "address",
        "internalType": "address"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "pause",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "paused",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "pay",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "payNow",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "contributor",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "submission",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "pendingOwner",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "address",
        "internalType": "address"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "post",
    "inputs": [
      {
        "name": "ref",
        "type": "bytes32",
        "internalType": "bytes32"
      },
      {
        "name": "refundTo",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "deadline",
        "type": "uint40",
        "internalType": "uint40"
      }
    ],
    "outputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "redirect",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "deadline",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "signature",
        "type": "bytes",
        "internalType": "bytes"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "redirectNonce",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "refund",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "release",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "contributor",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "submission",
        "type": "bytes32",
        "internalType": "bytes32"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "renounceOwnership",
    "inputs": [],
    "outputs": [],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "revokeAcceptances",
    "inputs": [
      {
        "name": "ids",
        "type": "uint256[]",
        "internalType": "uint256[]"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "setDailyLimit",
    "inputs": [
      {
        "name": "limit",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "setOperator",
    "inputs": [
      {
        "name": "operator",
        "type": "address",
        "internalType": "address"
      },
      {
        "name": "allowed",
        "type": "bool",
        "internalType": "bool"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "sweep",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "contract IERC20"
      },
      {
        "name": "to",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "totalOpen",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "function",
    "name": "transferOwnership",
    "inputs": [
      {
        "name": "newOwner",
        "type": "address",
        "internalType": "address"
      }
    ],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "unpause",
    "inputs": [],
    "outputs": [],
    "stateMutability": "nonpayable"
  },
  {
    "type": "function",
    "name": "usedToday",
    "inputs": [],
    "outputs": [
      {
        "name": "",
        "type": "uint256",
        "internalType": "uint256"
      }
    ],
    "stateMutability": "view"
  },
  {
    "type": "event",
    "name": "AcceptanceRevoked",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "indexed": true,
        "internalType": "uint256"
      },
      {
        "name": "contributor",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "BountyAccepted",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "indexed": true,
        "internalType": "uint256"
      },
      {
        "name": "contributor",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "submission",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      },
      {
        "name": "payableFrom",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "BountyCancelled",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "indexed": true,
        "internalType": "uint256"
      },
      {
        "name": "refundTo",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "BountyPosted",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "indexed": true,
        "internalType": "uint256"
      },
      {
        "name": "poster",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "ref",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "refundTo",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      },
      {
        "name": "deadline",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "BountyRedirected",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "indexed": true,
        "internalType": "uint256"
      },
      {
        "name": "from",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "BountyRefunded",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "indexed": true,
        "internalType": "uint256"
      },
      {
        "name": "refundTo",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      },
      {
        "name": "caller",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "BountyReleased",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "indexed": true,
        "internalType": "uint256"
      },
      {
        "name": "contributor",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "submission",
        "type": "bytes32",
        "indexed": true,
        "internalType": "bytes32"
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "DailyLimitSet",
    "inputs": [
      {
        "name": "limit",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "EIP712DomainChanged",
    "inputs": [],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "OperatorSet",
    "inputs": [
      {
        "name": "operator",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "allowed",
        "type": "bool",
        "indexed": false,
        "internalType": "bool"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "OwnershipTransferStarted",
    "inputs": [
      {
        "name": "previousOwner",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "newOwner",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "OwnershipTransferred",
    "inputs": [
      {
        "name": "previousOwner",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "newOwner",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "Paused",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "SurplusSwept",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "to",
        "type": "address",
        "indexed": true,
        "internalType": "address"
      },
      {
        "name": "amount",
        "type": "uint256",
        "indexed": false,
        "internalType": "uint256"
      }
    ],
    "anonymous": false
  },
  {
    "type": "event",
    "name": "Unpaused",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "indexed": false,
        "internalType": "address"
      }
    ],
    "anonymous": false
  },
  {
    "type": "error",
    "name": "AlreadyPosted",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "BadAmount",
    "inputs": [
      {
        "name": "amount",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "BadDeadline",
    "inputs": [
      {
        "name": "deadline",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "latest",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "BadGrace",
    "inputs": [
      {
        "name": "grace",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "BadLimit",
    "inputs": [
      {
        "name": "limit",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "BadRecipient",
    "inputs": [
      {
        "name": "recipient",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "BadSignature",
    "inputs": [
      {
        "name": "signer",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "BadToken",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "EnforcedPause",
    "inputs": []
  },
  {
    "type": "error",
    "name": "ExpectedPause",
    "inputs": []
  },
  {
    "type": "error",
    "name": "InvalidShortString",
    "inputs": []
  },
  {
    "type": "error",
    "name": "NotAccepted",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "state",
        "type": "uint8",
        "internalType": "enum BountyEscrowV2Base.State"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotOpen",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "state",
        "type": "uint8",
        "internalType": "enum BountyEscrowV2Base.State"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotOperator",
    "inputs": [
      {
        "name": "caller",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "NotSelf",
    "inputs": [
      {
        "name": "caller",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "OwnableInvalidOwner",
    "inputs": [
      {
        "name": "owner",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "OwnableUnauthorizedAccount",
    "inputs": [
      {
        "name": "account",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "OwnershipRequired",
    "inputs": []
  },
  {
    "type": "error",
    "name": "ReentrancyGuardReentrantCall",
    "inputs": []
  },
  {
    "type": "error",
    "name": "SafeERC20FailedOperation",
    "inputs": [
      {
        "name": "token",
        "type": "address",
        "internalType": "address"
      }
    ]
  },
  {
    "type": "error",
    "name": "SignatureExpired",
    "inputs": [
      {
        "name": "deadline",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "StringTooLong",
    "inputs": [
      {
        "name": "str",
        "type": "string",
        "internalType": "string"
      }
    ]
  },
  {
    "type": "error",
    "name": "TooEarly",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "start",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "TooLate",
    "inputs": [
      {
        "name": "id",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "end",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  },
  {
    "type": "error",
    "name": "TransferMismatch",
    "inputs": [
      {
        "name": "moved",
        "type": "uint256",
        "internalType": "uint256"
      },
      {
        "name": "expected",
        "type": "uint256",
        "internalType": "uint256"
      }
    ]
  }
] as const

export const bountyEscrowV2Bytecode = '0x6101c0604052348015610010575f5ffd5b506040516138c43803806138c483398101604081905261002f916104ac565b604080518082018252600c81526b426f756e7479457363726f7760a01b602080830191909152825180840190935260018352601960f91b9083015290866001600160a01b03811661009a57604051631e4fbdf760e01b81525f60048201526024015b60405180910390fd5b6100a381610245565b506100ad82610261565b610120526100ba81610261565b61014052815160208084019190912060e052815190820120610100524660a05261014660e05161010051604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201529081019290925260608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b60805250503060c0526001600160a01b0386163b5f036101845760405163732d20af60e01b81526001600160a01b0387166004820152602401610091565b610e108364ffffffffff1610806101a4575062278d008364ffffffffff16115b156101cb5760405163c8f88d9560e01b815264ffffffffff84166004820152602401610091565b8115806101dd575065ffffffffffff82115b156101fe576040516359cdf26960e11b815260048101839052602401610091565b6001600160a01b0386166101605264ffffffffff83166101805265ffffffffffff82166101a05261023084600161029e565b61023a818361032e565b50505050505061059e565b600180546001600160a01b031916905561025e81610436565b50565b5f5f829050601f8151111561028b578260405163305a27a960e01b81526004016100919190610524565b805161029682610559565b179392505050565b6001600160a01b0382166102d057604051631ecdd20960e31b81526001600160a01b0383166004820152602401610091565b6001600160a01b0382165f81815260046020908152604091829020805460ff191685151590811790915591519182527f1a594081ae893ab78e67d9b9e843547318164322d32c65369d78a96172d9dc8f910160405180910390a25050565b80821080610341575065ffffffffffff82115b1561036257604051631db26d9b60e31b815260048101839052602401610091565b60075f61036d610485565b8254909150600160701b900465ffffffffffff168411801561039a57508154600160a01b900461ffff1681105b156103dd578154600160a01b600160e01b03198116600160701b90910465ffffffffffff16600160b01b0261ffff60a01b191617600160a01b61ffff8316021782555b815465ffffffffffff60701b1916600160701b65ffffffffffff8616021782556040518481527fea70a31e4e5eb24c9509aa5d26266f5837aaa56d74f4f815ca7f23aaaf296d6a9060200160405180910390a150505050565b5f80546001600160a01b038381166001600160a01b0319831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b5f610493620151804261057f565b905090565b6001600160a01b038116811461025e575f5ffd5b5f5f5f5f5f5f60c087890312156104c1575f5ffd5b86516104cc81610498565b60208801519096506104dd81610498565b60408801519095506104ee81610498565b606088015190945064ffffffffff81168114610508575f5ffd5b608088015160a090980151969995985093969395939492505050565b602081525f82518060208401528060208501604085015e5f604082850101526040601f19601f83011684010191505092915050565b80516020808301519190811015610579575f198160200360031b1b821691505b50919050565b5f8261059957634e487b7160e01b5f52601260045260245ffd5b500490565b60805160a05160c05160e05161010051610120516101405161016051610180516101a05161326a61065a5f395f818161056c015281816109d401526112e401525f81816102580152818161073301526118bb01525f81816103de01528181610d3401528181610db401528181610e16015281816113ae01528181611cf901528181611d790152611dd001525f61224701525f61221c01525f61293001525f61290801525f61286301525f61288d01525f6128b7015261326a5ff3fe608060405234801561000f575f5ffd5b506004361061024f575f3560e01c80638456cb591161013d578063ba28514d116100b8578063d1ef6a9611610088578063e30c39781161006e578063e30c3978146105a5578063ec38a191146105b6578063f2fde38b146105c9575f5ffd5b8063d1ef6a961461052f578063d40dc87014610567575f5ffd5b8063ba28514d146104b8578063c290d691146104df578063c50a5fb9146104f2578063c5104d2514610505575f5ffd5b8063af0ba9b11161010d578063b1724b46116100f3578063b1724b4614610487578063b20d30a914610492578063b8dc491b146104a5575f5ffd5b8063af0ba9b11461046a578063b0620f5b1461047d575f5ffd5b80638456cb591461041857806384b0196e146104205780638da5cb5b1461043b5780639d66862e1461044b575f5ffd5b8063440fdc30116101cd57806367eeba0c1161019d578063715018a611610183578063715018a6146103c957806379ba5097146103d157806382bfefc8146103d9575f5ffd5b806367eeba0c146103855780636d70f7ae146103a7575f5ffd5b8063440fdc3014610338578063558a72971461034b5780635c975abb1461035e5780635c9d92041461037c575f5ffd5b8063278ecde1116102225780633e362c96116102085780633e362c96146103015780633f4ba83a1461031d57806340e58ee514610325575f5ffd5b8063278ecde1146102e65780633419ae94146102f9575f5ffd5b8063137d29d914610253578063227882d614610295578063246b0337146102b55780632639f647146102ca575b5f5ffd5b61027a7f000000000000000000000000000000000000000000000000000000000000000081565b60405164ffffffffff90911681526020015b60405180910390f35b6102a86102a3366004612ca0565b6105dc565b60405161028c9190612d1d565b6102c86102c3366004612d9a565b6106af565b005b60075467ffffffffffffffff165b60405190815260200161028c565b6102c86102f4366004612ca0565b6106ff565b6102d861083c565b60075468010000000000000000900465ffffffffffff166102d8565b6102c86108cf565b6102c8610333366004612ca0565b6108e1565b6102d8610346366004612dcf565b61095a565b6102c8610359366004612e1f565b610ee3565b600154600160a01b900460ff165b604051901515815260200161028c565b6102d8610e1081565b6007546e010000000000000000000000000000900465ffffffffffff166102d8565b61036c6103b5366004612e5a565b60046020525f908152604090205460ff1681565b6102c8610ef9565b6102c8610f33565b6104007f000000000000000000000000000000000000000000000000000000000000000081565b6040516001600160a01b03909116815260200161028c565b6102c8610f8d565b610428610f9d565b60405161028c9796959493929190612ec8565b5f546001600160a01b0316610400565b6102d8610459366004612ca0565b60066020525f908152604090205481565b6102c8610478366004612f7a565b610ffb565b6102d862278d0081565b6102d86301e2850081565b6102c86104a0366004612ca0565b6112d6565b6102c86104b336600461300a565b611310565b6102d87f69bc389f5eaa995a0dab3e777319d98aabb2f564e9614c971dcfb518073980c381565b6102c86104ed366004612ca0565b611469565b6102c8610500366004613036565b611603565b6102d86105133660046130a7565b600560209081525f928352604080842090915290825290205481565b61054261053d366004612ca0565b6117d7565b604080516001600160a01b03909416845260208401929092529082015260600161028c565b61058e7f000000000000000000000000000000000000000000000000000000000000000081565b60405165ffffffffffff909116815260200161028c565b6001546001600160a01b0316610400565b6102c86105c4366004612d9a565b61181f565b6102c86105d7366004612e5a565b611b13565b61060a6040805160a0810182525f808252602082018190529181018290526060810182905290608082015290565b5f828152600860209081526040808320815160a08101835281546001600160a01b038082168352600160a01b820465ffffffffffff168387015288875260099095529483902054909316918301919091527a010000000000000000000000000000000000000000000000000000830464ffffffffff166060830152916080820190600160f81b900460ff1660058111156106a6576106a6612cb7565b90529392505050565b3330146106ef576040517f7d116ed00000000000000000000000000000000000000000000000000000000081523360048201526024015b60405180910390fd5b6106fa838383611b9b565b505050565b610707611bfe565b5f5f610714836004611c33565b335f908152600460205260408120549294509092509060ff16610757577f0000000000000000000000000000000000000000000000000000000000000000610759565b5f5b5f858152600860205260409020546107999164ffffffffff908116917a0100000000000000000000000000000000000000000000000000009004166130fe565b9050804210156107df576040517fe58369d100000000000000000000000000000000000000000000000000000000815260048101859052602481018290526044016106e6565b604080518381523360208201526001600160a01b0385169186917fccc25a87ac303adaa0ada54e6fe699a381628aae899cc1c7a4eccaabd3125d88910160405180910390a361082e8383611cc9565b505050610839611e90565b50565b5f600781610848611eba565b8254909150600160a01b900461ffff16811115610867575f9250505090565b8154600160a01b900461ffff16811461089b5781546e010000000000000000000000000000900465ffffffffffff166108c0565b8154760100000000000000000000000000000000000000000000900465ffffffffffff165b65ffffffffffff169250505090565b6108d7611ecd565b6108df611f12565b565b6108e9611bfe565b6108f1611f82565b5f5f6108fe836003611c33565b91509150816001600160a01b0316837fb9670bf4f2273686f771c9ab65309436df5ed75afa63eefec8b67640d8bcf72c8360405161093e91815260200190565b60405180910390a36109508282611cc9565b5050610839611e90565b5f610963611bfe565b61096b611fcc565b50335f90815260056020908152604080832087845290915290205480156109c1576040517f1337b5d8000000000000000000000000000000000000000000000000000000008152600481018290526024016106e6565b6109ca84612010565b8215806109fe57507f000000000000000000000000000000000000000000000000000000000000000065ffffffffffff1683115b15610a38576040517fb39be4d2000000000000000000000000000000000000000000000000000000008152600481018490526024016106e6565b5f610a476301e28500426130fe565b9050428364ffffffffff16111580610a655750808364ffffffffff16115b15610aac576040517f2cd0b0c200000000000000000000000000000000000000000000000000000000815264ffffffffff84166004820152602481018290526044016106e6565b600780548591908190600890610ad59068010000000000000000900465ffffffffffff16613111565b825465ffffffffffff9182166101009390930a838102908302199091161790925582549095509083169082905f90610b1890849067ffffffffffffffff16613139565b825467ffffffffffffffff9182166101009390930a928302919092021990911617905550335f9081526005602090815260408083208b845282529182902086905581516080810183526001600160a01b038a16815265ffffffffffff85169181019190915264ffffffffff87169181019190915260608101600190525f8581526008602090815260409182902083518154928501519385015164ffffffffff167a010000000000000000000000000000000000000000000000000000027fff0000000000ffffffffffffffffffffffffffffffffffffffffffffffffffff65ffffffffffff909516600160a01b027fffffffffffff00000000000000000000000000000000000000000000000000009094166001600160a01b0390921691909117929092179283168217815560608401519092909183917effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff90911679ffffffffffffffffffffffffffffffffffffffffffffffffffff90911617600160f81b836005811115610ca857610ca8612cb7565b021790555050604080516001600160a01b038a1681526020810189905264ffffffffff88168183015290518a9250339187917f5b4d3bae77a119d21ea1cb3896c0c836f71f719421a5b10de78c0fe3393d98e39181900360600190a46040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201525f907f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316906370a0823190602401602060405180830381865afa158015610d81573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610da59190613159565b9050610ddc6001600160a01b037f00000000000000000000000000000000000000000000000000000000000000001633308a612070565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201525f9082906001600160a01b037f000000000000000000000000000000000000000000000000000000000000000016906370a0823190602401602060405180830381865afa158015610e5b573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610e7f9190613159565b610e899190613170565b9050878114610ece576040517fad48e59000000000000000000000000000000000000000000000000000000000815260048101829052602481018990526044016106e6565b5050505050610edb611e90565b949350505050565b610eeb611ecd565b610ef582826120bf565b5050565b610f01611ecd565b6040517f4de180ba00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b60015433906001600160a01b03168114610f84576040517f118cdaa70000000000000000000000000000000000000000000000000000000081526001600160a01b03821660048201526024016106e6565b61083981612186565b610f95611ecd565b6108df6121b7565b5f6060805f5f5f6060610fae612215565b610fb6612240565b604080515f808252602082019092527f0f000000000000000000000000000000000000000000000000000000000000009b939a50919850469750309650945092509050565b611003611bfe565b61100c84612010565b82421115611049576040517fcd21db4f000000000000000000000000000000000000000000000000000000008152600481018490526024016106e6565b5f8581526008602052604081209060058254600160f81b900460ff16600581111561107657611076612cb7565b1490508015816110a3575060018254600160f81b900460ff1660058111156110a0576110a0612cb7565b14155b156110ea5781546040517f1478b3360000000000000000000000000000000000000000000000000000000081526106e6918991600160f81b90910460ff1690600401613183565b5f816111005782546001600160a01b0316611118565b5f888152600960205260409020546001600160a01b03165b5f898152600660205260408120805492935090916111b8917f69bc389f5eaa995a0dab3e777319d98aabb2f564e9614c971dcfb518073980c3918c9186918d918761116283613197565b909155506040805160208101969096528501939093526001600160a01b03918216606085015216608083015260a082015260c0810189905260e0016040516020818303038152906040528051906020012061226b565b90506111c6828288886122b8565b611207576040517f9a7d38d90000000000000000000000000000000000000000000000000000000081526001600160a01b03831660048201526024016106e6565b8215611250575f89815260096020526040902080547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b038a16179055611282565b83547fffffffffffffffffffffffff0000000000000000000000000000000000000000166001600160a01b0389161784555b876001600160a01b0316826001600160a01b03168a7f03e5e2731ff9e4e78c4247f100a48678859d22bd8c1d72b11e7218a46403a05360405160405180910390a4505050506112cf611e90565b5050505050565b6112de611ecd565b610839817f000000000000000000000000000000000000000000000000000000000000000065ffffffffffff16612358565b611318611bfe565b611320611ecd565b61132981612010565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201525f906001600160a01b038416906370a0823190602401602060405180830381865afa158015611386573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906113aa9190613159565b90507f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316836001600160a01b0316036113ff576007546113fc9067ffffffffffffffff1682613170565b90505b816001600160a01b0316836001600160a01b03167f6319ea121ef5acd1147efaa037d748da34afa9e8109c30aac0ee83af72dd1ef18360405161144491815260200190565b60405180910390a36114606001600160a01b03841683836124f2565b50610ef5611e90565b611471611bfe565b5f81815260086020526040902060058154600160f81b900460ff16600581111561149d5761149d612cb7565b146114e45780546040517fea2369e30000000000000000000000000000000000000000000000000000000081526106e6918491600160f81b90910460ff1690600401613183565b5f828152600960209081526040808320815160608101835281546001600160a01b0381168252600160a01b900461ffff169381019390935260010154908201529061152d611eba565b905080826020015161ffff1611801561155f57508254819061155d90600160a01b900465ffffffffffff16612540565b115b156115b75783826020015161ffff166201518061157c91906131ce565b6040517fe58369d1000000000000000000000000000000000000000000000000000000008152600481019290925260248201526044016106e6565b5f8481526009602052604080822080547fffffffffffffffffffff000000000000000000000000000000000000000000001681556001019190915582519083015161082e918691611b9b565b61160b611ecd565b5f5b818110156106fa575f838383818110611628576116286131e5565b602090810292909201355f81815260089093526040909220919250600590508154600160f81b900460ff16600581111561166457611664612cb7565b146116ab5780546040517fea2369e30000000000000000000000000000000000000000000000000000000081526106e6918491600160f81b90910460ff1690600401613183565b80547effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff16600160f81b17808255427a01000000000000000000000000000000000000000000000000000090910464ffffffffff1610156117515780547fff0000000000ffffffffffffffffffffffffffffffffffffffffffffffffffff167a0100000000000000000000000000000000000000000000000000004264ffffffffff16021781555b5f828152600960205260408082205490516001600160a01b039091169184917fe115ae1f2d3c4bb901fba9899d47968401fce244d3fc5cd03069205c82a381e39190a3505f90815260096020526040812080547fffffffffffffffffffff000000000000000000000000000000000000000000001681556001908101919091550161160d565b5f8181526009602052604081208054829182916001600160a01b0381169061180d90600160a01b900461ffff16620151806131ce565b60019092015490969195509350915050565b611827611bfe565b61182f611f82565b61183882612010565b5f83815260086020526040902060018154600160f81b900460ff16600581111561186457611864612cb7565b146118ab5780546040517f1478b3360000000000000000000000000000000000000000000000000000000081526106e6918691600160f81b90910460ff1690600401613183565b80545f906119019064ffffffffff7f00000000000000000000000000000000000000000000000000000000000000008116917a0100000000000000000000000000000000000000000000000000009004166130fe565b9050804210611946576040517f388b017300000000000000000000000000000000000000000000000000000000815260048101869052602481018290526044016106e6565b81545f9061196290600160a01b900465ffffffffffff16612540565b905061196c611eba565b81036119f5576040517f246b0337000000000000000000000000000000000000000000000000000000008152600481018790526001600160a01b038616602482015260448101859052309063246b0337906064015f604051808303815f87803b1580156119d7575f5ffd5b505af19250505080156119e8575060015b156119f557505050611b0b565b825460059084907effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff16600160f81b830217905550604080516060810182526001600160a01b0387811680835261ffff85811660208086019182528587018b81525f8e8152600990925296902094518554915194167fffffffffffffffffffff0000000000000000000000000000000000000000000090911617600160a01b9390911683021783559251600190920191909155845486929189917f4416fbc4318dd28f0bb6865a9e6d59733e3bbe30bdf7799c0ac0ab0c6754e96d91900465ffffffffffff16611ae686620151806131ce565b6040805165ffffffffffff909316835260208301919091520160405180910390a45050505b6106fa611e90565b611b1b611ecd565b600180546001600160a01b0383167fffffffffffffffffffffffff00000000000000000000000000000000000000009091168117909155611b635f546001600160a01b031690565b6001600160a01b03167f38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e2270060405160405180910390a350565b5f611ba78460026125d0565b905081836001600160a01b0316857f7241d5c5320a4329dfbce52d589108797342d8ba7809d37d1769efb2fe64195084604051611be691815260200190565b60405180910390a4611bf88382611cc9565b50505050565b611c0661268a565b6108df60017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b906126e3565b5f828152600860205260408120819060018154600160f81b900460ff166005811115611c6157611c61612cb7565b14611ca85780546040517f1478b3360000000000000000000000000000000000000000000000000000000081526106e6918791600160f81b90910460ff1690600401613183565b80546001600160a01b03169250611cbf85856125d0565b9150509250929050565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201525f907f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316906370a0823190602401602060405180830381865afa158015611d46573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611d6a9190613159565b9050611da06001600160a01b037f00000000000000000000000000000000000000000000000000000000000000001684846124f2565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201525f907f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316906370a0823190602401602060405180830381865afa158015611e1d573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190611e419190613159565b611e4b9083613170565b9050828114611bf8576040517fad48e59000000000000000000000000000000000000000000000000000000000815260048101829052602481018490526044016106e6565b6108df5f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00611c2d565b5f611ec86201518042613212565b905090565b5f546001600160a01b031633146108df576040517f118cdaa70000000000000000000000000000000000000000000000000000000081523360048201526024016106e6565b611f1a6126ea565b600180547fffffffffffffffffffffff00ffffffffffffffffffffffffffffffffffffffff1690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b6040516001600160a01b03909116815260200160405180910390a1565b335f9081526004602052604090205460ff166108df576040517f76c6c93a0000000000000000000000000000000000000000000000000000000081523360048201526024016106e6565b600154600160a01b900460ff16156108df576040517fd93c066500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6001600160a01b038116158061202e57506001600160a01b03811630145b15610839576040517ff66e90480000000000000000000000000000000000000000000000000000000081526001600160a01b03821660048201526024016106e6565b61207e84848484600161272d565b611bf8576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03851660048201526024016106e6565b6001600160a01b03821661210a576040517ff66e90480000000000000000000000000000000000000000000000000000000081526001600160a01b03831660048201526024016106e6565b6001600160a01b0382165f8181526004602090815260409182902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001685151590811790915591519182527f1a594081ae893ab78e67d9b9e843547318164322d32c65369d78a96172d9dc8f910160405180910390a25050565b600180547fffffffffffffffffffffffff0000000000000000000000000000000000000000169055610839816127b3565b6121bf611fcc565b600180547fffffffffffffffffffffff00ffffffffffffffffffffffffffffffffffffffff16600160a01b1790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258611f653390565b6060611ec87f000000000000000000000000000000000000000000000000000000000000000061281a565b6060611ec87f000000000000000000000000000000000000000000000000000000000000000061281a565b5f6122b2612277612857565b836040517f19010000000000000000000000000000000000000000000000000000000000008152600281019290925260228201526042902090565b92915050565b5f5f5f6122c6868686612980565b5090925090505f8160038111156122df576122df612cb7565b1480156122fd5750866001600160a01b0316826001600160a01b0316145b1561230d57600192505050610edb565b61234d878787878080601f0160208091040260200160405190810160405280939291908181526020018383808284375f920191909152506129c792505050565b979650505050505050565b8082108061236b575065ffffffffffff82115b156123a5576040517fed936cd8000000000000000000000000000000000000000000000000000000008152600481018390526024016106e6565b60075f6123b0611eba565b82549091506e010000000000000000000000000000900465ffffffffffff16841180156123e857508154600160a01b900461ffff1681105b156124785781547fffffffff0000000000000000ffffffffffffffffffffffffffffffffffffffff81166e01000000000000000000000000000090910465ffffffffffff16760100000000000000000000000000000000000000000000027fffffffffffffffffffff0000ffffffffffffffffffffffffffffffffffffffff1617600160a01b61ffff8316021782555b81547fffffffffffffffffffffffff000000000000ffffffffffffffffffffffffffff166e01000000000000000000000000000065ffffffffffff8616021782556040518481527fea70a31e4e5eb24c9509aa5d26266f5837aaa56d74f4f815ca7f23aaaf296d6a9060200160405180910390a150505050565b6124ff8383836001612a45565b6106fa576040517f5274afe70000000000000000000000000000000000000000000000000000000081526001600160a01b03841660048201526024016106e6565b5f600761254d8184612ac0565b82547fffffffff0000000000000000ffffffffffffffffffffffffffffffffffffffff1676010000000000000000000000000000000000000000000065ffffffffffff92909216919091027fffffffffffffffffffff0000ffffffffffffffffffffffffffffffffffffffff1617600160a01b61ffff8316021790915592915050565b5f8281526008602052604081208054839082907effffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff16600160f81b83600581111561261b5761261b612cb7565b0217905550805460078054600160a01b90920465ffffffffffff16915f9061264e90849067ffffffffffffffff1661324a565b82546101009290920a67ffffffffffffffff8181021990931691909216919091021790555054600160a01b900465ffffffffffff169392505050565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c156108df576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80825d5050565b600154600160a01b900460ff166108df576040517f8dfc202b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038781166004528616602452604485905291602083606481808c5af1925060015f511483166127a2578383151615612796573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b5f80546001600160a01b038381167fffffffffffffffffffffffff0000000000000000000000000000000000000000831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b60605f61282683612b7a565b6040805160208082528183019092529192505f91906020820181803683375050509182525060208101929092525090565b5f306001600160a01b037f0000000000000000000000000000000000000000000000000000000000000000161480156128af57507f000000000000000000000000000000000000000000000000000000000000000046145b156128d957507f000000000000000000000000000000000000000000000000000000000000000090565b611ec8604080517f8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f60208201527f0000000000000000000000000000000000000000000000000000000000000000918101919091527f000000000000000000000000000000000000000000000000000000000000000060608201524660808201523060a08201525f9060c00160405160208183030381529060405280519060200120905090565b5f808060418490036129b4578435602086013560408701355f1a6129a689828585612bba565b9550955095505050506129be565b505f915060029050825b93509350939050565b8051604080517f1626ba7e000000000000000000000000000000000000000000000000000000008082526004820186905260248201929092525f92906020820185604483015e5f82606483010152601f820160051c60051b915060205f60648401838a5afa9050825f5114601f3d1116811693505050509392505050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f8181526001600160a01b038616600452602485905291602083604481808b5af1925060015f51148316612ab4578383151615612aa8573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f5f5f612acb611eba565b8554909150600160a01b900461ffff16811115612aec579150829050612b73565b8454612b1b908590760100000000000000000000000000000000000000000000900465ffffffffffff166130fe565b85549092506e010000000000000000000000000000900465ffffffffffff168211612b53578454600160a01b900461ffff1682612b6d565b8454612b6b90600160a01b900461ffff1660016130fe565b845b92509250505b9250929050565b5f60ff8216601f8111156122b2576040517fb3512b0c00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b5f80807f7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0841115612bf357505f91506003905082612c96565b604080515f808252602082018084528a905260ff891692820192909252606081018790526080810186905260019060a0016020604051602081039080840390855afa158015612c44573d5f5f3e3d5ffd5b50506040517fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe001519150506001600160a01b038116612c8d57505f925060019150829050612c96565b92505f91508190505b9450945094915050565b5f60208284031215612cb0575f5ffd5b5035919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b60068110612d19577f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b9052565b5f60a0820190506001600160a01b0383511682526bffffffffffffffffffffffff60208401511660208301526001600160a01b03604084015116604083015264ffffffffff60608401511660608301526080830151612d7f6080840182612ce4565b5092915050565b6001600160a01b0381168114610839575f5ffd5b5f5f5f60608486031215612dac575f5ffd5b833592506020840135612dbe81612d86565b929592945050506040919091013590565b5f5f5f5f60808587031215612de2575f5ffd5b843593506020850135612df481612d86565b925060408501359150606085013564ffffffffff81168114612e14575f5ffd5b939692955090935050565b5f5f60408385031215612e30575f5ffd5b8235612e3b81612d86565b915060208301358015158114612e4f575f5ffd5b809150509250929050565b5f60208284031215612e6a575f5ffd5b8135612e7581612d86565b9392505050565b5f81518084528060208401602086015e5f6020828601015260207fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0601f83011685010191505092915050565b7fff000000000000000000000000000000000000000000000000000000000000008816815260e060208201525f612f0260e0830189612e7c565b8281036040840152612f148189612e7c565b606084018890526001600160a01b038716608085015260a0840186905283810360c0850152845180825260208087019350909101905f5b81811015612f69578351835260209384019390920191600101612f4b565b50909b9a5050505050505050505050565b5f5f5f5f5f60808688031215612f8e575f5ffd5b853594506020860135612fa081612d86565b935060408601359250606086013567ffffffffffffffff811115612fc2575f5ffd5b8601601f81018813612fd2575f5ffd5b803567ffffffffffffffff811115612fe8575f5ffd5b886020828401011115612ff9575f5ffd5b959894975092955050506020019190565b5f5f6040838503121561301b575f5ffd5b823561302681612d86565b91506020830135612e4f81612d86565b5f5f60208385031215613047575f5ffd5b823567ffffffffffffffff81111561305d575f5ffd5b8301601f8101851361306d575f5ffd5b803567ffffffffffffffff811115613083575f5ffd5b8560208260051b8401011115613097575f5ffd5b6020919091019590945092505050565b5f5f604083850312156130b8575f5ffd5b82356130c381612d86565b946020939093013593505050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b808201808211156122b2576122b26130d1565b5f65ffffffffffff821665ffffffffffff8103613130576131306130d1565b60010192915050565b67ffffffffffffffff81811683821601908111156122b2576122b26130d1565b5f60208284031215613169575f5ffd5b5051919050565b818103818111156122b2576122b26130d1565b82815260408101612e756020830184612ce4565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff82036131c7576131c76130d1565b5060010190565b80820281158282048414176122b2576122b26130d1565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52603260045260245ffd5b5f82613245577f4e487b71000000000000000000000000000000000000000000000000000000005f52601260045260245ffd5b500490565b67ffffffffffffffff82811682821603908111156122b2576122b26130d156'
