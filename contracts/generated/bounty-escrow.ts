// Written by contracts/tools/build.mjs; do not edit.

export const bountyEscrowAbi = [
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
        "internalType": "struct BountyEscrow.Bounty",
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
            "internalType": "enum BountyEscrow.State"
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
        "internalType": "enum BountyEscrow.State"
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

export const bountyEscrowBytecode = '0x60c060405234801561000f575f5ffd5b50604051611f6b380380611f6b83398101604081905261002e916101d7565b826001600160a01b03811661005d57604051631e4fbdf760e01b81525f60048201526024015b60405180910390fd5b610066816100c8565b50836001600160a01b03163b5f0361009c5760405163732d20af60e01b81526001600160a01b0385166004820152602401610054565b6001600160a01b03841660805264ffffffffff811660a0526100bf8260016100e4565b5050505061023c565b600180546001600160a01b03191690556100e181610174565b50565b6001600160a01b03821661011657604051631ecdd20960e31b81526001600160a01b0383166004820152602401610054565b6001600160a01b0382165f81815260046020908152604091829020805460ff191685151590811790915591519182527f1a594081ae893ab78e67d9b9e843547318164322d32c65369d78a96172d9dc8f910160405180910390a25050565b5f80546001600160a01b038381166001600160a01b0319831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b6001600160a01b03811681146100e1575f5ffd5b5f5f5f5f608085870312156101ea575f5ffd5b84516101f5816101c3565b6020860151909450610206816101c3565b6040860151909350610217816101c3565b606086015190925064ffffffffff81168114610231575f5ffd5b939692955090935050565b60805160a051611ccf61029c5f395f8181610182015281816104f00152610de801525f81816102bb0152818161098401528181610a1e01528181610a8d01528181610caf01528181611150015281816111ea01526112410152611ccf5ff3fe608060405234801561000f575f5ffd5b5060043610610179575f3560e01c8063715018a6116100d2578063b1724b4611610088578063e30c397811610063578063e30c39781461036f578063ec38a1911461038d578063f2fde38b146103a0575f5ffd5b8063b1724b4614610327578063b8dc491b14610332578063c5104d2514610345575f5ffd5b806382bfefc8116100b857806382bfefc8146102b65780638456cb59146103025780638da5cb5b1461030a575f5ffd5b8063715018a6146102a657806379ba5097146102ae575f5ffd5b80633f4ba83a11610132578063558a72971161010d578063558a7297146102425780635c975abb146102555780636d70f7ae14610284575f5ffd5b80633f4ba83a1461021457806340e58ee51461021c578063440fdc301461022f575f5ffd5b80632639f647116101625780632639f647146101df578063278ecde1146101f65780633e362c961461020b575f5ffd5b8063137d29d91461017d578063227882d6146101bf575b5f5ffd5b6101a47f000000000000000000000000000000000000000000000000000000000000000081565b60405164ffffffffff90911681526020015b60405180910390f35b6101d26101cd3660046119bb565b6103b3565b6040516101b69190611a38565b6101e860035481565b6040519081526020016101b6565b6102096102043660046119bb565b6104b4565b005b6101e860025481565b610209610602565b61020961022a3660046119bb565b610614565b6101e861023d366004611adc565b6106ab565b610209610250366004611b2c565b610b59565b60015474010000000000000000000000000000000000000000900460ff165b60405190151581526020016101b6565b610274610292366004611b67565b60046020525f908152604090205460ff1681565b610209610b6f565b610209610b80565b6102dd7f000000000000000000000000000000000000000000000000000000000000000081565b60405173ffffffffffffffffffffffffffffffffffffffff90911681526020016101b6565b610209610bf4565b5f5473ffffffffffffffffffffffffffffffffffffffff166102dd565b6101e86301e2850081565b610209610340366004611b89565b610c04565b6101e8610353366004611bb5565b600560209081525f928352604080842090915290825290205481565b60015473ffffffffffffffffffffffffffffffffffffffff166102dd565b61020961039b366004611bdf565b610da1565b6102096103ae366004611b67565b610f04565b6103e16040805160a0810182525f808252602082018190529181018290526060810182905290608082015290565b5f82815260066020908152604091829020825160a081018452815473ffffffffffffffffffffffffffffffffffffffff808216835274010000000000000000000000000000000000000000918290046bffffffffffffffffffffffff169483019490945260018301549384169482019490945292820464ffffffffff166060840152906080830190790100000000000000000000000000000000000000000000000000900460ff16600481111561049a5761049a6119d2565b60048111156104ab576104ab6119d2565b90525092915050565b6104bc610fb3565b5f6104c8826004610fe8565b5f83815260066020908152604080832033845260049092528220549293509160ff16610514577f0000000000000000000000000000000000000000000000000000000000000000610516565b5f5b60018301546105479164ffffffffff9081169174010000000000000000000000000000000000000000900416611c41565b905080421015610592576040517fe58369d100000000000000000000000000000000000000000000000000000000815260048101859052602481018290526044015b60405180910390fd5b81546040805185815233602082015273ffffffffffffffffffffffffffffffffffffffff90921691829187917fccc25a87ac303adaa0ada54e6fe699a381628aae899cc1c7a4eccaabd3125d88910160405180910390a36105f38185611120565b505050506105ff611314565b50565b61060a61133e565b610612611390565b565b61061c610fb3565b61062461140d565b5f610630826003610fe8565b5f838152600660205260409081902054905191925073ffffffffffffffffffffffffffffffffffffffff1690819084907fb9670bf4f2273686f771c9ab65309436df5ed75afa63eefec8b67640d8bcf72c9061068f9086815260200190565b60405180910390a36106a18183611120565b50506105ff611314565b5f6106b4610fb3565b6106bc611457565b50335f9081526005602090815260408083208784529091529020548015610712576040517f1337b5d800000000000000000000000000000000000000000000000000000000815260048101829052602401610589565b61071b846114ac565b82158061073357506bffffffffffffffffffffffff83115b1561076d576040517fb39be4d200000000000000000000000000000000000000000000000000000000815260048101849052602401610589565b5f61077c6301e2850042611c41565b9050428364ffffffffff1611158061079a5750808364ffffffffff16115b156107e1576040517f2cd0b0c200000000000000000000000000000000000000000000000000000000815264ffffffffff8416600482015260248101829052604401610589565b60025f81546107ef90611c5a565b9182905550335f9081526005602090815260408083208a84528252808320849055838352600690915281206bffffffffffffffffffffffff87167401000000000000000000000000000000000000000090810273ffffffffffffffffffffffffffffffffffffffff8a1617825560018201805464ffffffffff89169092027fffffffffffff00ffffffffffffffffffffffffffffffffffffffffffffffffff167fffffffffffff000000000000ffffffffffffffffffffffffffffffffffffffff909216919091177901000000000000000000000000000000000000000000000000001790556003805493955090928792906108ec908490611c41565b90915550506040805173ffffffffffffffffffffffffffffffffffffffff881681526020810187905264ffffffffff86168183015290518891339186917f5b4d3bae77a119d21ea1cb3896c0c836f71f719421a5b10de78c0fe3393d98e3919081900360600190a46040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201525f907f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff16906370a0823190602401602060405180830381865afa1580156109de573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610a029190611c91565b9050610a4673ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016333089611533565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201525f90829073ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016906370a0823190602401602060405180830381865afa158015610ad2573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610af69190611c91565b610b009190611ca8565b9050868114610b45576040517fad48e5900000000000000000000000000000000000000000000000000000000081526004810182905260248101889052604401610589565b50505050610b51611314565b949350505050565b610b6161133e565b610b6b828261158f565b5050565b610b7761133e565b6106125f61167d565b600154339073ffffffffffffffffffffffffffffffffffffffff168114610beb576040517f118cdaa700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82166004820152602401610589565b6105ff8161167d565b610bfc61133e565b6106126116ae565b610c0c610fb3565b610c1461133e565b610c1d816114ac565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201525f9073ffffffffffffffffffffffffffffffffffffffff8416906370a0823190602401602060405180830381865afa158015610c87573d5f5f3e3d5ffd5b505050506040513d601f19601f82011682018060405250810190610cab9190611c91565b90507f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff1603610d1057600354610d0d9082611ca8565b90505b8173ffffffffffffffffffffffffffffffffffffffff168373ffffffffffffffffffffffffffffffffffffffff167f6319ea121ef5acd1147efaa037d748da34afa9e8109c30aac0ee83af72dd1ef183604051610d6f91815260200190565b60405180910390a3610d9873ffffffffffffffffffffffffffffffffffffffff8416838361171d565b50610b6b611314565b610da9610fb3565b610db161140d565b610dba826114ac565b5f610dc6846002610fe8565b5f858152600660205260408120600181015492935091610e289064ffffffffff7f000000000000000000000000000000000000000000000000000000000000000081169174010000000000000000000000000000000000000000900416611c41565b9050804210610e6d576040517f388b01730000000000000000000000000000000000000000000000000000000081526004810187905260248101829052604401610589565b6001820180547fffffffffffffffffffffffff00000000000000000000000000000000000000001673ffffffffffffffffffffffffffffffffffffffff871690811790915560405184815285919088907f7241d5c5320a4329dfbce52d589108797342d8ba7809d37d1769efb2fe6419509060200160405180910390a4610ef48584611120565b505050610eff611314565b505050565b610f0c61133e565b6001805473ffffffffffffffffffffffffffffffffffffffff83167fffffffffffffffffffffffff00000000000000000000000000000000000000009091168117909155610f6e5f5473ffffffffffffffffffffffffffffffffffffffff1690565b73ffffffffffffffffffffffffffffffffffffffff167f38d16b8cac22d99fc7c124b9cd0de2d3fa1faef420bfe791d8c362d765e2270060405160405180910390a350565b610fbb611778565b61061260017f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005b906117d1565b5f828152600660205260408120600180820154790100000000000000000000000000000000000000000000000000900460ff16600481111561102c5761102c6119d2565b1461107857838160010160199054906101000a900460ff166040517f1478b336000000000000000000000000000000000000000000000000000000008152600401610589929190611cbb565b6001810180548491907fffffffffffff00ffffffffffffffffffffffffffffffffffffffffffffffffff167901000000000000000000000000000000000000000000000000008360048111156110d0576110d06119d2565b0217905550805460038054740100000000000000000000000000000000000000009092046bffffffffffffffffffffffff16935083915f90611113908490611ca8565b9091555091949350505050565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201525f907f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff16906370a0823190602401602060405180830381865afa1580156111aa573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906111ce9190611c91565b905061121173ffffffffffffffffffffffffffffffffffffffff7f000000000000000000000000000000000000000000000000000000000000000016848461171d565b6040517f70a082310000000000000000000000000000000000000000000000000000000081523060048201525f907f000000000000000000000000000000000000000000000000000000000000000073ffffffffffffffffffffffffffffffffffffffff16906370a0823190602401602060405180830381865afa15801561129b573d5f5f3e3d5ffd5b505050506040513d601f19601f820116820180604052508101906112bf9190611c91565b6112c99083611ca8565b905082811461130e576040517fad48e5900000000000000000000000000000000000000000000000000000000081526004810182905260248101849052604401610589565b50505050565b6106125f7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f00610fe2565b5f5473ffffffffffffffffffffffffffffffffffffffff163314610612576040517f118cdaa7000000000000000000000000000000000000000000000000000000008152336004820152602401610589565b6113986117d8565b600180547fffffffffffffffffffffff00ffffffffffffffffffffffffffffffffffffffff1690557f5db9ee0a495bf2e6ff9c91a7834c1ba4fdd244a5e8aa4e537bd38aeae4b073aa335b60405173ffffffffffffffffffffffffffffffffffffffff909116815260200160405180910390a1565b335f9081526004602052604090205460ff16610612576040517f76c6c93a000000000000000000000000000000000000000000000000000000008152336004820152602401610589565b60015474010000000000000000000000000000000000000000900460ff1615610612576040517fd93c066500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b73ffffffffffffffffffffffffffffffffffffffff811615806114e4575073ffffffffffffffffffffffffffffffffffffffff811630145b156105ff576040517ff66e904800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff82166004820152602401610589565b61154184848484600161182c565b61130e576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff85166004820152602401610589565b73ffffffffffffffffffffffffffffffffffffffff82166115f4576040517ff66e904800000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff83166004820152602401610589565b73ffffffffffffffffffffffffffffffffffffffff82165f8181526004602090815260409182902080547fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff001685151590811790915591519182527f1a594081ae893ab78e67d9b9e843547318164322d32c65369d78a96172d9dc8f910160405180910390a25050565b600180547fffffffffffffffffffffffff00000000000000000000000000000000000000001690556105ff816118bf565b6116b6611457565b600180547fffffffffffffffffffffff00ffffffffffffffffffffffffffffffffffffffff16740100000000000000000000000000000000000000001790557f62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a2586113e33390565b61172a8383836001611933565b610eff576040517f5274afe700000000000000000000000000000000000000000000000000000000815273ffffffffffffffffffffffffffffffffffffffff84166004820152602401610589565b7f9b779b17422d0df92223018b32b4d1fa46e071723d6817e2486d003becc55f005c15610612576040517f3ee5aeb500000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b80825d5050565b60015474010000000000000000000000000000000000000000900460ff16610612576040517f8dfc202b00000000000000000000000000000000000000000000000000000000815260040160405180910390fd5b6040517f23b872dd000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8781166004528616602452604485905291602083606481808c5af1925060015f511483166118ae5783831516156118a2573d5f823e3d81fd5b5f883b113d1516831692505b604052505f60605295945050505050565b5f805473ffffffffffffffffffffffffffffffffffffffff8381167fffffffffffffffffffffffff0000000000000000000000000000000000000000831681178455604051919092169283917f8be0079c531659141344cd1fd0a4f28419497f9722a3daafe3b4186f6b6457e09190a35050565b6040517fa9059cbb000000000000000000000000000000000000000000000000000000005f81815273ffffffffffffffffffffffffffffffffffffffff8616600452602485905291602083604481808b5af1925060015f511483166119af5783831516156119a3573d5f823e3d81fd5b5f873b113d1516831692505b60405250949350505050565b5f602082840312156119cb575f5ffd5b5035919050565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b60058110611a34577f4e487b71000000000000000000000000000000000000000000000000000000005f52602160045260245ffd5b9052565b5f60a08201905073ffffffffffffffffffffffffffffffffffffffff83511682526bffffffffffffffffffffffff602084015116602083015273ffffffffffffffffffffffffffffffffffffffff604084015116604083015264ffffffffff60608401511660608301526080830151611ab460808401826119ff565b5092915050565b73ffffffffffffffffffffffffffffffffffffffff811681146105ff575f5ffd5b5f5f5f5f60808587031215611aef575f5ffd5b843593506020850135611b0181611abb565b925060408501359150606085013564ffffffffff81168114611b21575f5ffd5b939692955090935050565b5f5f60408385031215611b3d575f5ffd5b8235611b4881611abb565b915060208301358015158114611b5c575f5ffd5b809150509250929050565b5f60208284031215611b77575f5ffd5b8135611b8281611abb565b9392505050565b5f5f60408385031215611b9a575f5ffd5b8235611ba581611abb565b91506020830135611b5c81611abb565b5f5f60408385031215611bc6575f5ffd5b8235611bd181611abb565b946020939093013593505050565b5f5f5f60608486031215611bf1575f5ffd5b833592506020840135611c0381611abb565b929592945050506040919091013590565b7f4e487b71000000000000000000000000000000000000000000000000000000005f52601160045260245ffd5b80820180821115611c5457611c54611c14565b92915050565b5f7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff8203611c8a57611c8a611c14565b5060010190565b5f60208284031215611ca1575f5ffd5b5051919050565b81810381811115611c5457611c54611c14565b82815260408101611b8260208301846119ff56'
